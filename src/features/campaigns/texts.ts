/** The texts of a campaign: which variables they name, and how they read to one person. */
import type { Cx } from '../../platform/cx'
import { campaignSettings, standardVariables } from '../../reach/settings'
import { fillVariables, type Values, valuesOf } from '../../tickets/messages/sending/variables'

const NAMED = /\{\{ ?([^{}]{1,60}?) ?\}\}/g

/** The company's own. */
export const ownVariables = (cx: Cx): Values =>
  Object.fromEntries(campaignSettings(cx).variables.map(({ key, value }) => [key, value]))

/** Of those that a text names, the ones that nothing stands for. */
export function unknownVariables(text: string, own: Values): string[] {
  const known = new Set([...standardVariables, ...Object.keys(own)])
  return [...text.matchAll(NAMED)].map(([, name = '']) => name).filter((name) => !known.has(name))
}

/** As the person will read it; the protocol is that of a conversation to come. */
export function textFor(cx: Cx, text: string, { name, ...person }: Person, own: Values): string {
  const { timeZone, language } = cx.tenant
  const now = cx.now()
  const occasion = { contact: { name, isGroup: false }, ticket: { id: 0, createdAt: now }, now, timeZone, language }
  return fillVariables(text, { ...valuesOf(occasion), ...person, ...own }).trim()
}
type Person = { readonly name: string; readonly number: string; readonly email: string }

/** Numbers, beginning with 1, of the texts that say something. */
export const usable = (texts: readonly string[]): number[] =>
  texts.flatMap((text, at) => (text.trim() === '' ? [] : [at + 1]))

/** One of them, by chance. */
export const chosen = (texts: readonly string[]): number | undefined => {
  const all = usable(texts)
  return all[Math.floor(Math.random() * all.length)]
}
