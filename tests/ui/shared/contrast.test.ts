/** Contrast of theme.css's tokens in both themes, by WCAG 2.2. Journeys check the rendered screens with axe. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const css = readFileSync(join(import.meta.dir, '..', '..', '..', 'ui', 'shared', 'theme', 'theme.css'), 'utf8')

type Oklch = { readonly l: number; readonly c: number; readonly h: number }
type Tokens = ReadonlyMap<string, string>

/** daisyUI's colours are declared where its theme is, ours under its selector. */
function tokensOf(theme: string): Tokens {
  const blocks = [...css.matchAll(/^[^\n{}*]*\{$([^}]*)^\}/gm)].map(([block]) => block)
  const own = blocks.filter((block) => block.includes(`name: "${theme}"`) || block.includes(`[data-theme="${theme}"]`))
  return new Map(
    own.flatMap((block) =>
      [...block.matchAll(/--(?:color-)?([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']): [string, string] => [
        name,
        value,
      ]),
    ),
  )
}

function colour(tokens: Tokens, name: string): Oklch {
  const value = tokens.get(name) ?? ''
  const [, l = '', c = '', h = ''] = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(value) ?? []
  if (!l) throw new Error(`--${name} is not an opaque oklch colour: ${value}`)
  return { l: Number(l) / 100, c: Number(c), h: Number(h) }
}

/** A user's colour gives its hue, the theme the rest. */
function tint(tokens: Tokens, part: 'bg' | 'ink', h: number): Oklch {
  const l = Number.parseFloat(tokens.get(`tint-${part}-l`) ?? '') / 100
  const c = Number(tokens.get(`tint-${part}-c`))
  return { l, c, h }
}

/** As displayed: outside of sRGB each channel is clipped. */
function luminance({ l, c, h }: Oklch): number {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short
  const cut = (channel: number) => Math.min(1, Math.max(0, channel))
  return 0.2126 * cut(red) + 0.7152 * cut(green) + 0.0722 * cut(blue)
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const TEXT = 4.5
const GRAPHICS = 3
/** Surfaces of text: list, page, dialog, conversation background. */
const surfaces = ['base-100', 'base-200', 'base-300', 'float', 'hover', 'selected', 'chat']
const tones = ['primary', 'success', 'warning', 'error', 'info']
const across = (inks: readonly string[], grounds: readonly string[]) =>
  inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const))

const text: readonly (readonly [string, string])[] = [
  ...across(['base-content', 'muted', 'faint', ...tones.map((tone) => `${tone}-ink`)], surfaces),
  ...tones.flatMap((tone) => [[`${tone}-ink`, `${tone}-soft`] as const, [`${tone}-content`, tone] as const]),
  ['secondary-content', 'secondary'],
  ['accent-content', 'accent'],
  ['neutral-content', 'neutral'],
  ...across(['base-content', 'bubble-meta'], ['bubble-in', 'bubble-out']),
  ...across(['bubble-note-ink', 'bubble-meta'], ['bubble-note']),
]
const graphics: readonly (readonly [string, string])[] = [
  ...across(['line-control'], ['base-100']),
  ...across(['focus'], surfaces),
  ['tick-read', 'bubble-out'],
]

for (const theme of ['balcao-light', 'balcao-dark']) {
  const tokens = tokensOf(theme)
  const short = (pairs: typeof text, least: number) =>
    pairs
      .map(([ink, ground]) => ({ ink, ground, is: contrast(colour(tokens, ink), colour(tokens, ground)) }))
      .filter(({ is }) => is < least)
      .map(({ ink, ground, is }) => `${ink} on ${ground}: ${is.toFixed(2)}`)

  test(`${theme}: text on each surface has a contrast of at least ${TEXT}, borders and icons ${GRAPHICS}`, () => {
    expect(short(text, TEXT)).toEqual([])
    expect(short(graphics, GRAPHICS)).toEqual([])
  })

  test(`${theme}: a user’s colour of any hue is readable`, () => {
    for (let hue = 0; hue < 360; hue++)
      expect(contrast(tint(tokens, 'ink', hue), tint(tokens, 'bg', hue))).toBeGreaterThan(TEXT)
  })
}
