/** Codes of tables: six letters with no vowels, so that no word comes up. */

const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
export const CODE_LENGTH = 6;

/** What somebody typed or pasted, as a code: any case, any gaps, even a whole link. */
export function readCode(typed: string): string {
  const last = typed.split("/t/").at(-1) ?? "";
  return [...last.toUpperCase()]
    .filter((letter) => LETTERS.includes(letter))
    .join("")
    .slice(0, CODE_LENGTH);
}

/** `BCDFGH` is shown as `BCD FGH`. */
export function showCode(code: string): string {
  return code.length > 3 ? `${code.slice(0, 3)} ${code.slice(3)}` : code;
}
