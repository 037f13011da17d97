"""The first three minutes in JupyterLab as it opens: aim and key are seen, the guide points, leads on and goes away."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

TABLE = "from fishlab_widgets import Table\nTable('boom', 4, seed=3, pace=0.02)"
POINTED = """() => {
  const spot = document.querySelector('.fishlab-table .spot');
  if (spot.hidden) return null;
  const box = spot.getBoundingClientRect(), middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const holds = (part) => {
    const one = document.querySelector(`.fishlab-table ${part}`).getBoundingClientRect();
    return middle[0] > one.left && middle[0] < one.right && middle[1] > one.top && middle[1] < one.bottom;
  };
  return ['.picture', '.choices', '.news', '.players', '.phase'].filter(holds);
}"""


def test_a_newcomer_is_led_through_a_year_and_sees_aim_key_players_and_plot(visit):
    one = visit([TABLE])
    one.run_all()
    page = one.page
    table = page.locator(".fishlab-table")
    assert "full plate +1, empty plate −2" in table.locator(".aim").inner_text()
    for part in (".aim", ".key.under li >> nth=4", ".seat >> nth=3", ".glance", ".tempo"):
        assert table.locator(part).is_visible(), part
    table.evaluate("(node) => node.scrollIntoView({ block: 'start', behavior: 'instant' })")
    for part in (".key.under", ".players .seats", ".glance", ".choices", ".foot"):
        assert one.in_view(f".fishlab-table {part}"), part
    guide = table.locator(".guide")
    guide.get_by_role("button", name="Guide my first round").click()
    for part in (".picture", ".picture"):
        page.wait_for_function(f"() => ({POINTED})()?.includes('{part}')")
        before = guide.inner_text()
        guide.get_by_role("button", name="Next").click()
        page.wait_for_function("(text) => document.querySelector('.guide').innerText !== text", arg=before)
    guide.locator("b", has_text="3 of 7").wait_for()  # One line, the only equipment of the first year, plays itself
    page.wait_for_function(f"() => ({POINTED})()?.includes('.choices')")
    table.locator(".choices [data-move^='take']").first.click()
    guide.locator("b", has_text="4 of 7").wait_for()
    page.wait_for_function("() => document.querySelectorAll('.fishlab-table .news li').length === 3")
    table.get_by_role("button", name="Undo").click()
    guide.locator("b", has_text="3 of 7").wait_for()
    guide.get_by_role("button", name="Skip").click()
    page.wait_for_function("() => document.querySelector('.fishlab-table .spot').hidden")
    assert table.locator(".aim").is_visible() and not guide.is_visible()
    table.locator(".tempo").select_option("now")
    page.wait_for_function("() => localStorage.getItem('fishlab-tempo') === 'now'")
