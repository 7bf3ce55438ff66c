/** What the note in a conversation says when an integration gave no usable answer. */

import { callFaults } from '../../texts/call-faults'
import type { Language } from '../../texts/languages'
import { languageOf } from '../../texts/texts'

const notes: Readonly<Record<Language, (name: string, reason: string) => string>> = {
  'pt-BR': (name, reason) =>
    `${name} não deu uma resposta que possa ser enviada; o cliente espera por uma pessoa. Motivo: ${reason}`,
  en: (name, reason) => `${name} gave no answer that can be sent; the customer waits for a person. Reason: ${reason}`,
  es: (name, reason) =>
    `${name} no dio una respuesta que se pueda enviar; el cliente espera a una persona. Motivo: ${reason}`,
  tr: (name, reason) => `${name} gönderilebilecek bir yanıt vermedi; müşteri bir temsilci bekliyor. Neden: ${reason}`,
}

/** `fault`: a key of `callFaults`, perhaps followed by what came; or words of the other side. */
export function failureNote(language: string, name: string, fault: string): string {
  const [key = '', ...came] = fault.split(' · ')
  const known = languageOf(language)
  const words: Readonly<Record<string, string>> = callFaults[known]
  return notes[known](name, [Object.hasOwn(words, key) ? words[key] : key, ...came].join(' · '))
}
