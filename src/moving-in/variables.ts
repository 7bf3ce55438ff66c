/** Variables in texts of other products, written as ours. */

/** Theirs in lower case → ours. What is equal or unknown stays as it is. */
const ours: Readonly<Record<string, string>> = {
  firstname: 'firstName',
  first_name: 'firstName',
  primeiro_nome: 'firstName',
  primeironome: 'firstName',
  nome: 'name',
  name: 'name',
  greeting: 'ms',
  saudacao: 'ms',
  gretting: 'ms', // spelled so in some forks
  protocolo: 'protocol',
  protocol: 'protocol',
  data: 'date',
  hora: 'hour',
  numero: 'number',
  number: 'number',
  email: 'email',
}

const nameHere = (name: string): string => ours[name.toLowerCase()] ?? name

/** `{{ firstname }}` → `{{firstName}}`. */
export const withOurVariables = (text: string): string =>
  text.replace(/\{\{\{? *([\p{L}\p{N}_]{1,48}) *\}\}\}?/gu, (_, name: string) => `{{${nameHere(name)}}}`)

/**
 * Campaigns write `{nome}` in single braces. Only names of `known`, and the ones that each campaign fills in, are
 * variables; other braces are text.
 */
export const withOurCampaignVariables = (text: string, known: readonly string[]): string =>
  withOurVariables(text).replace(/(?<!\{)\{ ?(\w{1,48}) ?\}(?!\})/g, (typed, name: string) =>
    known.includes(name) ? `{{${name}}}` : inCampaigns.has(name.toLowerCase()) ? `{{${nameHere(name)}}}` : typed,
  )
const inCampaigns: ReadonlySet<string> = new Set([
  'nome',
  'name',
  'numero',
  'number',
  'email',
  'firstname',
  'primeiro_nome',
])
