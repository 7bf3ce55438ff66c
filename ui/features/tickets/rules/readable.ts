/** Contact cards and places, as their messages carry them, made readable. */
export type Card = { name: string; numbers: readonly string[] }

export function cardsOf(body: string): Card[] {
  return body
    .split(/(?=BEGIN:VCARD)/i)
    .filter((text) => /BEGIN:VCARD/i.test(text))
    .map((text) => {
      const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
      const value = (name: string) =>
        lines.find((line) => new RegExp(`^(?:item\\d+\\.)?${name}[;:]`, 'i').test(line))?.replace(/^[^:]*:/, '')
      const numbers = lines
        .filter((line) => /^(?:item\d+\.)?TEL[;:]/i.test(line))
        .map((line) => /waid=(\d+)/i.exec(line)?.[1] ?? line.replace(/^[^:]*:/, '').trim())
      const name = unfold(value('FN') ?? value('N')?.replaceAll(';', ' ') ?? '').trim()
      return { name: name || (numbers[0] ?? ''), numbers }
    })
    .filter(({ name }) => name !== '')
}

const unfold = (text: string): string =>
  text.replace(/\\([,;\\nN])/g, (_, char: string) => (char.toLowerCase() === 'n' ? ' ' : char))

export type Place = { latitude: number; longitude: number; label: string }

/** `-23.5,-46.6` somewhere in the text, the rest is the place's name and address. */
export function placeOf(body: string): Place | null {
  const found = /(?:q=|^|\s)(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)/.exec(body)
  if (!found) return null
  const [latitude, longitude] = [Number(found[1]), Number(found[2])]
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null
  const label = body
    .replace(found[0], '')
    .replace(/https?:\/\/\S*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return { latitude, longitude, label }
}

export const mapAddress = ({ latitude, longitude }: Place): string =>
  `https://www.google.com/maps?q=${latitude},${longitude}`
