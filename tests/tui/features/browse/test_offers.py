"""The offers of the home screen."""

from textual.geometry import Region

from tui.draw.palette import PALETTES, UNICODE
from tui.draw.panels import draw
from tui.features.browse.offers import OTHERS, TITLES, HomeOffer, Offers, offer_panels, other_players


def text(offers: Offers, height: int) -> str:
    keys, palette = {action: action[0] for action in TITLES}, PALETTES["dark"]
    area = Region(0, 0, 120, height)
    result = draw(offer_panels(offers, keys, palette, UNICODE, 120, height), area, palette, UNICODE, framed=height > 1)
    return "\n".join("".join(piece.text for piece in result.picture.segments(row)) for row in range(height))


def test_other_players_are_offered_only_on_a_server() -> None:
    alone: Offers = {action: HomeOffer(action, action, "") for action in TITLES if action != OTHERS}
    assert "others" not in text(alone, 5)
    assert "matches: 3" in text({**alone, OTHERS: other_players(2, 3)}, 5)
    assert "2 here" in text({**alone, OTHERS: other_players(2, 3)}, 1)
    assert "1 here" in text({**alone, OTHERS: other_players(1, 3)}, 1), "open matches are worth a visit"
    assert "here" not in text({**alone, OTHERS: other_players(1, 0)}, 1), "a line leaves out a lobby without others"
