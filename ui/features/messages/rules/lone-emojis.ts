/** A message of a few emojis only is shown large. */
const MOST = 3
/** The longest emojis (a family, a region's flag) have about fourteen UTF-16 units. */
const MOST_LETTERS = MOST * 16
const EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F\u20E3?|\p{Emoji_Modifier_Base}\p{Emoji_Modifier})(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u{E0020}-\u{E007F}])*$/u

/** The number of emojis, or 0 if the text contains anything else. */
export function loneEmojis(text: string): number {
  if (text.length > MOST_LETTERS) return 0
  const signs = Array.from(new Intl.Segmenter().segment(text.replace(/ /g, '')), ({ segment }) => segment)
  return signs.length <= MOST && signs.every((sign) => EMOJI.test(sign)) ? signs.length : 0
}
