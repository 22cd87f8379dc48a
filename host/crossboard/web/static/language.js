// The page's language: what the sources say in English, by the catalogue that the server has put into words.js.

import { LANGUAGE, LANGUAGES, WORDS } from "./words.js";

export { LANGUAGE };

const put = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const rules = new Intl.PluralRules(LANGUAGE);

/** A text with `{names}` in it for values. */
export const t = (text, values = {}) => put(WORDS[text] || text, values);

/** One of two texts by a number, which they may have as {count}. */
export const tn = (one, more, count, values = {}) => put((WORDS[one] || [one, more])[rules.select(count) === "one" ? 0 : 1], { count, ...values });

/** The choice of the language, kept for every page. */
export function languageChoice(select) {
  select.append(...Object.entries(LANGUAGES).map(([tag, name]) => new Option(name, tag)));
  for (const option of select.options) option.lang = option.value;
  select.value = LANGUAGE;
  select.addEventListener("change", () => {
    document.cookie = `crossboard-language=${select.value}; path=/; max-age=31536000; samesite=lax`;
    location.reload();
  });
}
