// A lesson as slides: keys, the two buttons or the wheel of a presenter go on and back, and each slide is made as
// large as the screen allows. Without a script, and on paper, all slides stand below each other.
const slides = [...document.querySelectorAll("main > section")];
const where = document.querySelector("nav span");
const STEPS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, Enter: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 };
let now = 0;

function fit() {
  const slide = slides[now], bar = document.querySelector("nav").offsetHeight;
  slide.style.zoom = 1;
  const most = Math.min(innerWidth / slide.offsetWidth, (innerHeight - bar) / slide.offsetHeight, 2.4);
  slide.style.zoom = Math.max(0.5, 0.97 * most);
}

function show(place) {
  now = Math.max(0, Math.min(slides.length - 1, place || 0));
  slides.forEach((slide, number) => { slide.hidden = number !== now; });
  where.textContent = where.dataset.where.replace("{now}", now + 1).replace("{count}", slides.length);
  location.replace(`#${now + 1}`);
  scrollTo(0, 0);
  fit();
}

document.body.classList.add("show");
document.querySelector("nav").hidden = false;
document.querySelector("nav .back").addEventListener("click", () => show(now - 1));
document.querySelector("nav .on").addEventListener("click", () => show(now + 1));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button, summary")) return;
  const place = { Home: 0, End: slides.length - 1 }[event.key] ?? (event.key in STEPS ? now + STEPS[event.key] : null);
  if (place === null) return;
  event.preventDefault();
  show(place);
});
addEventListener("resize", fit);
addEventListener("hashchange", () => Number(location.hash.slice(1)) - 1 !== now && show(Number(location.hash.slice(1)) - 1));
show(Number(location.hash.slice(1)) - 1);
