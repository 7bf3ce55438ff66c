/** Variables in texts of theirs as ours. Pure. */

export type ReadTemplate = {
  readonly text: string
  /** Variables that have no value here, and stay as they were written. */
  readonly unknown: readonly string[]
}

/** Names of theirs, in lower case, that have a value here. */
const names: Readonly<Record<string, string>> = {
  name: 'name',
  nome: 'name',
  firstname: 'firstName',
  primeironome: 'firstName',
  greeting: 'ms',
  gretting: 'ms',
  saudacao: 'ms',
  ms: 'ms',
  protocol: 'protocol',
  protocolo: 'protocol',
  date: 'date',
  data: 'date',
  hour: 'hour',
  hora: 'hour',
  time: 'hour',
}
const ofRecipient: Readonly<Record<string, string>> = { email: 'email', numero: 'number', number: 'number' }

/** Of quick messages, greetings and schedules: `{{ name }}`, in Mustache also `{{{name}}}` and `{{&name}}`. */
export function readTemplate(text: string): ReadTemplate {
  const unknown = new Set<string>()
  const filled = text.replace(/\{\{\{?\s*&?\s*([^{}]{1,60}?)\s*\}?\}\}/g, (all, name: string) => {
    const ours = names[folded(name)]
    if (ours === undefined) unknown.add(name)
    return ours === undefined ? all : `{{${ours}}}`
  })
  return { text: filled, unknown: [...unknown] }
}

/**
 * Of campaigns: `{nome}`, `{email}`, `{numero}` and the company's own `{key}`, in one pair of braces. `own`: the keys
 * of its settings.
 */
export function readCampaignText(text: string, own: readonly string[] = []): ReadTemplate {
  const unknown = new Set<string>()
  const owned = new Map(own.map((key) => [folded(key), key]))
  const filled = text.replace(/(\{{1,2})\s*([^{}\n]{1,60}?)\s*\}{1,2}/g, (all, braces: string, name: string) => {
    const key = folded(name)
    const ours = owned.get(key) ?? names[key] ?? ofRecipient[key]
    if (ours !== undefined) return `{{${ours}}}`
    if (braces.length === 2 || /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name)) unknown.add(name)
    return all
  })
  return { text: filled, unknown: [...unknown] }
}

const folded = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\s_-]/gu, '')
