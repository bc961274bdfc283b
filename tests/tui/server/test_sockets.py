"""The sockets that one process passes to another."""

import socket

from tui.server.sockets import Sockets, from_supervisor


def test_the_names_that_supervisors_of_every_version_use() -> None:
    with socket.socket() as listener:
        supervisor, server = socket.socketpair()
        with supervisor, server:
            passed = Sockets(ssh=(listener,), supervisor=(server,)).variables()
            words = f"ssh={listener.fileno()} keeper={server.fileno()}"
            assert passed == {"SATSUDOKU_SOCKETS": words}
            copies = f"ssh={listener.dup().detach()} keeper={server.dup().detach()}"
            found = from_supervisor({"SATSUDOKU_SOCKETS": copies})
            assert found is not None
            assert (len(found.ssh), len(found.supervisor)) == (1, 1)
            for each in (*found.ssh, *found.supervisor):
                each.close()
