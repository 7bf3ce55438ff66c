/**
 * Of `bun run check`: every translation beside a file of texts (`texts.en.json` beside `texts.ts`) has the keys of the
 * Portuguese, in its order, with the same variables and plurals. Names file and key of each fault.
 */
import { basename, join } from 'node:path'
import { languages, type TranslatedLanguage } from '../src/texts/languages'

const root = join(import.meta.dir, '..')
const translated = languages.filter((language) => language !== 'pt-BR')

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
/** By its form for other numbers, as in `ui/shared/i18n/types.ts`. */
const isPlural = (value: Node): boolean => typeof value.other === 'string'

/** What is wrong with a translation, by key. */
export function faultsOf(portuguese: unknown, other: unknown, language: TranslatedLanguage, key = ''): string[] {
  const fault = (words: string) => [`${key || 'the file'}: ${words}`]
  const kind = kindOf(portuguese)
  if (kindOf(other) !== kind) return fault(`is a ${kindOf(other)}, and in Portuguese a ${kind}`)
  if (kind === 'plural') return pluralFaults(portuguese as Node, other as Node, language).flatMap(fault) // by its kind
  if (isNode(portuguese) && isNode(other)) {
    const [keys, own] = [Object.keys(portuguese), Object.keys(other)]
    const path = (name: string) => (key ? `${key}.${name}` : name)
    const common = keys.filter((name) => Object.hasOwn(other, name))
    const moved = own.filter((name) => Object.hasOwn(portuguese, name)).findIndex((name, at) => name !== common[at])
    return [
      ...keys.filter((name) => !common.includes(name)).map((name) => `${path(name)}: is missing`),
      ...own.filter((name) => !common.includes(name)).map((name) => `${path(name)}: is not in the Portuguese`),
      ...(moved === -1 ? [] : [`${path(common[moved] ?? '')}: does not stand where it does in the Portuguese`]),
      ...common.flatMap((name) => faultsOf(portuguese[name], other[name], language, path(name))),
    ]
  }
  if (typeof other === 'string' && other.trim() === '') return fault('is empty')
  return variableFaults([String(portuguese)], [String(other)]).flatMap(fault)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (isNode(value)) return isPlural(value) ? 'plural' : 'group'
  return typeof value === 'string' ? 'text' : typeof value
}

/** A translation has the forms of the Portuguese that its language knows, and may have more that it knows. */
function pluralFaults(portuguese: Node, other: Node, language: TranslatedLanguage): string[] {
  const known = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories)
  const isKnown = (form: string) => known.has(form) || (form === 'zero' && 'zero' in portuguese)
  const wanted = Object.keys(portuguese).filter(isKnown)
  const forms = Object.values(portuguese).map(String)
  return [
    ...wanted.filter((form) => !(form in other)).map((form) => `the plural form "${form}" is missing`),
    ...Object.keys(other).flatMap((form) => (isKnown(form) ? [] : [`${language} has no plural form "${form}"`])),
    ...Object.entries(other).flatMap(([form, text]) =>
      typeof text === 'string' && text.trim() !== '' ? [] : [`the plural form "${form}" is empty or no text`],
    ),
    ...variableFaults(forms, Object.values(other).map(String)),
    // The form of any number names everything but the number.
    ...variableFaults(forms, [String(other.other)]).filter((words) => /^lacks (?!\{count\})/.test(words)),
  ].filter((words, at, all) => all.indexOf(words) === at)
}

/** `{name}` of our own texts, and `{{name}}` of texts to contacts. */
const variablesIn = (forms: readonly string[]) => new Set(forms.flatMap((form) => form.match(/\{+\w+\}+/g) ?? []))

function variableFaults(portuguese: readonly string[], other: readonly string[]): string[] {
  const [wanted, found] = [variablesIn(portuguese), variablesIn(other)]
  return [
    ...[...wanted].filter((name) => !found.has(name)).map((name) => `lacks ${name}`),
    ...[...found].filter((name) => !wanted.has(name)).map((name) => `has ${name}, which the Portuguese lacks`),
  ]
}

/** The Portuguese texts of a file: of `defineTexts`, `defineErrors`, or of an object by language. */
export async function portugueseIn(exported: object): Promise<unknown[]> {
  const found = await Promise.all(
    Object.values(exported).map(async (value: unknown) => {
      if (!isNode(value)) return []
      if (typeof value.of === 'function') return Object.values(await value.of('pt-BR'))
      if (isNode(value['pt-BR'])) return [value['pt-BR']]
      const errors = Object.entries(value)
      const texts = errors.map(([, error]) =>
        isNode(error) && 'code' in error && isNode(error.texts) ? error.texts : {},
      )
      if (errors.length === 0 || !texts.every((one) => 'pt-BR' in one)) return []
      return [Object.fromEntries(errors.map(([code], at) => [code, texts[at]?.['pt-BR']]))]
    }),
  )
  return found.flat()
}

/** Files of texts by their path without ending, from the JSON files and from the calls that read them. */
function catalogues(folder: string): Set<string> {
  const files = [...new Bun.Glob('{src,ui}/**/*.{ts,json}').scanSync(folder)]
  return new Set(
    files
      .filter((path) => /\.[\w-]+\.json$|^ui\/.*\btexts(\/\w+)?\.ts$/.test(path))
      .map((path) => path.replace(/\.ts$|\.[\w-]+\.json$/, '')),
  )
}

const READS_JSON = /\bimport\(`\.\/[^`]+\.json`\)|\bfrom '\.\/[^']+\.json'/

/** All faults below a folder with `src` and `ui`, one a line. */
export async function translationFaults(folder = root): Promise<string[]> {
  const faults = await Promise.all([...catalogues(folder)].sort().map((path) => faultsAt(folder, path)))
  return faults.flat()
}

async function faultsAt(folder: string, path: string): Promise<string[]> {
  const source = Bun.file(join(folder, `${path}.ts`))
  const found = [...new Bun.Glob(`${basename(path)}.*.json`).scanSync(join(folder, path, '..'))]
  if (!(await source.exists()))
    return found.map((name) => `${join(path, '..', name)}: no ${basename(path)}.ts beside it`)
  const code = await source.text()
  if (found.length === 0 && !READS_JSON.test(code)) return []
  const wanted = code.includes('defineInTwoLanguages(') ? (['en'] as const) : translated
  const names = wanted.map((language) => `${basename(path)}.${language}.json`)
  const stray = found
    .filter((name) => !names.includes(name))
    .map((name) => `${join(path, '..', name)}: no such language`)
  const missing = names.filter((name) => !found.includes(name)).map((name) => `${join(path, '..', name)}: is missing`)
  if (missing.length > 0) return [...stray, ...missing]
  const [portuguese, ...more] = await portugueseIn(await import(source.name ?? ''))
  if (!portuguese || more.length > 0)
    return [`${path}.ts: exports ${portuguese ? more.length + 1 : 0} objects of texts; translations need exactly one`]
  const faults = await Promise.all(
    wanted.map(async (language) => {
      const file = `${path}.${language}.json`
      const words: unknown = await Bun.file(join(folder, file))
        .json()
        .catch(() => undefined)
      const wrong = words === undefined ? ['is not JSON'] : faultsOf(portuguese, words, language)
      return wrong.map((one) => `${file}: ${one}`)
    }),
  )
  return [...stray, ...faults.flat()]
}

if (import.meta.main) {
  const faults = await translationFaults()
  if (faults.length > 0) console.error(faults.join('\n'))
  process.exit(faults.length > 0 ? 1 : 0)
}
