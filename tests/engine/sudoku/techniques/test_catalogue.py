from engine.sudoku.techniques.catalogue import Level, Technique


def test_titles_and_codes_are_unique():
    """Two members with one value would be one technique under two names."""
    assert len({technique.title for technique in Technique}) == len(Technique.__members__) == len(Technique)
    codes = [technique.code for technique in Technique if technique.code]
    assert len(set(codes)) == len(codes)


def test_singles_are_easy_and_trying_out_is_the_hardest():
    assert [t.name for t in Technique if t.level is Level.EASY] == ["FULL_HOUSE", "NAKED_SINGLE", "HIDDEN_SINGLE"]
    tried_out = {Technique.NISHIO, Technique.CELL_FORCING, Technique.HOUSE_FORCING, Technique.NESTED_FORCING}
    assert all(t.level is Level.EXTREME for t in tried_out)
    assert min(t.score for t in tried_out) > max(t.score for t in set(Technique) - tried_out)
    assert max(t.score for t in Technique if t.level is Level.EASY) < min(
        t.score for t in Technique if t.level is not Level.EASY
    )
