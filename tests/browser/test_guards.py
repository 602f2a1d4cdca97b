"""What keeps a page from doing what others would like it to."""

from browser.people import People
from browser.serving import Server
from rowlock.server.messages.answers import Created
from rowlock.server.messages.asks import NewSeat, NewTable
from server.people import Person

TAG = "<img src=x onerror=a()>"

# What a test evaluates may do more than a page, so all of it is tried a moment later.
INJECT = """() => new Promise((answer) => setTimeout(() => {
  const IMAGE = "<img src='data:,' onerror='injected = true'>";
  const tried = [
    () => document.head.append(
      Object.assign(document.createElement("script"), { text: "window.injected = true" }),
    ),
    () => document.body.insertAdjacentHTML("beforeend", IMAGE),
    () => document.body.setAttribute("onclick", "window.injected = true"),
    () => window.eval("window.injected = true"),
    () => new Function("window.injected = true")(),
  ];
  for (const attempt of tried) {
    try {
      attempt();
    } catch {
      continue;
    }
  }
  document.body.click();
  // A picture that is none says so a while later; this one is the last to do so.
  const last = new Image();
  last.onerror = () => setTimeout(() => answer("injected" in window));
  last.src = "data:,";
}))"""


def test_markup_in_a_name_is_only_letters(people: People, server: Server) -> None:
    eve = Person(server.address)
    eve.get("/")
    table = NewTable("original", [NewSeat("me", TAG), NewSeat("open")], listed=True)
    code = eve.post("/api/tables", table).read(Created).code
    for path in (f"/t/{code}", "/"):
        page = people.arrive(path=path)
        page.get_by_text(TAG).first.wait_for()
        assert page.locator("img[src=x]").count() == 0


def test_no_script_runs_that_is_not_ours(people: People) -> None:
    people.allow("Content Security Policy|Trusted(HTML|Script)")
    page = people.arrive()
    page.locator("main > .intro").wait_for()
    assert page.evaluate(INJECT) is False


def test_who_asks_for_too_much_is_told_on_the_page(people: People) -> None:
    people.allow("429")
    page = people.arrive()
    page.route(
        "**/api/tables",
        lambda route: route.fulfill(
            status=429, json={"code": "too-many-tables", "message": "too many new tables"}
        ),
    )
    page.get_by_role("button", name="Play now").click()
    assert "Many tables have been made" in page.get_by_role("alert").inner_text()


def test_who_tries_too_many_codes_is_told_on_the_page(people: People) -> None:
    people.allow("429")
    page = people.arrive()
    page.route(
        "**/api/tables/BCDFGH",
        lambda route: route.fulfill(
            status=429, json={"code": "too-many-guesses", "message": "too many wrong codes"}
        ),
    )
    page.get_by_label("code").fill("BCD FGH")
    page.get_by_role("button", name="Join").click()
    assert "Many codes that lead to no table" in page.get_by_role("alert").inner_text()


COUNT_SOCKETS = """
  globalThis.opened = 0;
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      globalThis.opened += 1;
    }
  };
"""
STIR = """() => {
  for (const what of ["offline", "online"]) dispatchEvent(new Event(what));
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_page_asks_once_for_a_table_that_is_not_there(people: People) -> None:
    """It would use up the tries of all who are behind the same address."""
    page = people.arrive(own=True)
    page.add_init_script(COUNT_SOCKETS)
    page.clock.install()
    page.goto("/t/BCDFGH")
    page.get_by_role("heading", name="There is no such table").wait_for()
    for _ in range(3):
        page.evaluate(STIR)
        page.clock.run_for(60_000)
    assert page.evaluate("opened") == 1
