"""The offers of the home screen."""

from textual.geometry import Region

from tui.draw.palette import PALETTES, UNICODE
from tui.draw.panels import draw
from tui.features.browse.going_on import OTHERS, TITLES, HomeOffer, Offers, company, panels_of


def text(offers: Offers, height: int) -> str:
    keys, palette = {action: action[0] for action in TITLES}, PALETTES["dark"]
    area = Region(0, 0, 120, height)
    drawn = draw(panels_of(offers, keys, palette, UNICODE, 120, height), area, palette, UNICODE, framed=height > 1)
    return "\n".join("".join(piece.text for piece in drawn.picture.segments(row)) for row in range(height))


def test_other_players_are_offered_only_on_a_server() -> None:
    alone: Offers = {action: HomeOffer(action, action, "") for action in TITLES if action != OTHERS}
    assert "others" not in text(alone, 5)
    assert "matches: 3" in text({**alone, OTHERS: company(2, 3)}, 5)
    assert "2 here" in text({**alone, OTHERS: company(2, 3)}, 1)
    assert "here" not in text({**alone, OTHERS: company(1, 0)}, 1), "a line has no room for nobody"
