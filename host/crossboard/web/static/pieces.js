// The pieces, drawn here and nowhere else: silhouettes in a square of 100 by 100, standing on y = 92.
// The second side's pieces differ by more than their colour: they stand on a notched foot.

const FOOT = "M22 92 L22 86 Q22 80 30 79 L70 79 Q78 80 78 86 L78 92 Z";
const NOTCHED = "M22 92 L22 86 Q22 80 30 79 L70 79 Q78 80 78 86 L78 92 L60 92 L60 87 L40 87 L40 92 Z";

const BODIES = {
  N: ["M33 79 Q30 62 42 50 Q34 54 27 53 Q20 52 21 45 Q22 39 32 30 Q37 18 50 13 L52 21 Q70 24 73 46 Q75 64 68 79 Z", "M41 33 q3 -3 6 -1"],
  R: ["M31 79 L35 44 L28 40 L28 19 L38 19 L38 27 L45 27 L45 19 L55 19 L55 27 L62 27 L62 19 L72 19 L72 40 L65 44 L69 79 Z", "M36 44 H64 M34 56 H66"],
  B: ["M34 79 Q40 70 38 66 Q26 56 34 40 Q40 29 47 22 A6 6 0 1 1 53 22 Q60 29 66 40 Q74 56 62 66 Q60 70 66 79 Z", "M55 32 L46 47 M36 66 H64"],
  K: ["M32 79 L35 64 Q18 58 20 44 Q23 32 36 35 Q45 37 48 46 L47 28 L39 28 L39 21 L47 21 L47 12 L53 12 L53 21 L61 21 L61 28 L53 28 L52 46 Q55 37 64 35 Q77 32 80 44 Q82 58 65 64 L68 79 Z", "M35 65 Q50 59 65 65 M34 72 Q50 66 66 72"],
  C: ["M29 79 L31 55 Q27 40 36 37 Q41 35 45 43 Q49 28 57 32 Q63 37 61 49 Q67 49 67 38 L64 28 Q64 18 74 18 L83 22 Q87 26 80 29 L75 30 Q76 50 70 60 L70 79 L62 79 L61 66 Q50 69 39 66 L38 79 Z", "M74 23 h2"],
  M: ["M33 79 L40 60 L24 44 L34 34 L44 42 L44 18 L56 18 L56 42 L66 34 L76 44 L60 60 L67 79 Z", "M50 24 V56 M34 44 L48 56 M66 44 L52 56"],
  P: ["M33 79 Q44 68 43 56 L36 56 L36 51 L42 48 A13 13 0 1 1 58 48 L64 51 L64 56 L57 56 Q56 68 67 79 Z", "M40 51 H60"],
};

// Flat men, as King's Crossing has them: seen from above, the king crowned.
const MAN = `<circle cx="50" cy="50" r="35"/><circle class="line" cx="50" cy="50" r="26"/>`;
const NOTCHED_MAN = `<path d="M50 15 A35 35 0 1 1 49.9 15 Z M50 15"/><circle class="line" cx="50" cy="50" r="26" stroke-dasharray="9 5"/>`;
const CROWN = `<path class="mark" d="M31 62 L28 38 L40 49 L50 33 L60 49 L72 38 L69 62 Z"/><path class="line" d="M32 67 H68"/>`;

// Cards: a disc with a rim, a letter, and the colour's own sign (a heart, a club).
const HEART = "M0 9 C-16 -3 -9 -14 0 -6 C9 -14 16 -3 0 9 Z";
const CLUB = "M0 -11 a5.5 5.5 0 0 1 4 9 a5.5 5.5 0 1 1 -2.5 5 L3 9 H-3 L-1.5 3 a5.5 5.5 0 1 1 -2.5 -5 a5.5 5.5 0 0 1 4 -9 Z";
const LETTERS = {
  K: "M-9 -14 V14 M10 -14 L-8 2 M-3 -2 L11 14",
  Q: "M0 -14 C-16 -14 -16 14 0 14 C16 14 16 -14 0 -14 Z M4 6 L13 16",
  J: "M-1 -14 H9 M5 -14 V6 C5 16 -10 16 -10 5",
  T: "M-13 -10 L-9 -14 V14 M-13 14 H-5 M6 -14 C-4 -14 -4 14 6 14 C16 14 16 -14 6 -14 Z",
};

function card(letter, second) {
  const sign = second ? CLUB : HEART;
  return `<rect x="17" y="10" width="66" height="80" rx="12"/>
    <rect class="line" x="23" y="16" width="54" height="68" rx="8"${second ? ' stroke-dasharray="7 4"' : ""}/>
    <path class="bold" transform="translate(50 44) scale(1.25)" d="${LETTERS[letter] || ""}"/>
    <path class="mark" transform="translate(50 74) scale(.8)" d="${sign}"/>`;
}

function unknown() {
  return `<circle cx="50" cy="50" r="32"/><path class="line" d="M40 42 a10 10 0 1 1 12 10 q-2 1 -2 7 M50 66 v1"/>`;
}

/** The drawing of one piece: `letter` as in position texts, `look` one of chess, men, cards. */
export function pieceSvg(letter, look) {
  const upper = letter.toUpperCase();
  const second = letter !== upper;
  let inside;
  if (letter === "?") inside = unknown();
  else if (look === "cards") inside = card(upper, second);
  else if (look === "men") inside = (second ? NOTCHED_MAN : MAN) + (upper === "K" ? CROWN : "");
  else {
    const [body, lines] = BODIES[upper] || BODIES.P;
    inside = `<path d="${body}"/><path d="${second ? NOTCHED : FOOT}"/><path class="line" d="${lines}"/>`;
  }
  return `<svg class="piece ${second ? "second" : "first"} ${look}" viewBox="0 0 100 100" aria-hidden="true">${inside}</svg>`;
}
