/** What the note in a conversation says when an integration gave no usable answer. */
import type { Language } from '../../texts/languages'
import { languageOf } from '../../texts/texts'

type Words = {
  note(name: string, reason: string): string
  readonly reasons: Readonly<Record<string, string>>
}

const words: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    note: (name, reason) =>
      `${name} não deu uma resposta que possa ser enviada; o cliente espera por uma pessoa. Motivo: ${reason}`,
    reasons: {
      html: 'respondeu com uma página',
      notJson: 'a resposta não é texto nem JSON',
      nothingSaid: 'a resposta não traz nenhum campo conhecido',
      noMessages: 'o fluxo não disse nada',
      timeout: 'sem resposta em 10 s',
      unreachable: 'servidor fora do ar',
    },
  },
  en: {
    note: (name, reason) =>
      `${name} gave no answer that can be sent; the customer waits for a person. Reason: ${reason}`,
    reasons: {
      html: 'it answered with a page',
      notJson: 'the answer is neither text nor JSON',
      nothingSaid: 'the answer has no known field',
      noMessages: 'the flow said nothing',
      timeout: 'no answer within 10 s',
      unreachable: 'server unreachable',
    },
  },
  es: {
    note: (name, reason) =>
      `${name} no dio una respuesta que se pueda enviar; el cliente espera a una persona. Motivo: ${reason}`,
    reasons: {
      html: 'respondió con una página',
      notJson: 'la respuesta no es texto ni JSON',
      nothingSaid: 'la respuesta no trae ningún campo conocido',
      noMessages: 'el flujo no dijo nada',
      timeout: 'sin respuesta en 10 s',
      unreachable: 'servidor inaccesible',
    },
  },
  tr: {
    note: (name, reason) =>
      `${name} gönderilebilecek bir yanıt vermedi; müşteri bir temsilci bekliyor. Neden: ${reason}`,
    reasons: {
      html: 'bir sayfayla yanıt verdi',
      notJson: 'yanıt ne metin ne de JSON',
      nothingSaid: 'yanıtta bilinen bir alan yok',
      noMessages: 'akış hiçbir şey söylemedi',
      timeout: '10 sn içinde yanıt yok',
      unreachable: 'sunucuya ulaşılamıyor',
    },
  },
}

/** `fault`: a key of `reasons`, perhaps followed by what came; or words of the other side. */
export function failureNote(language: string, name: string, fault: string): string {
  const { note, reasons } = words[languageOf(language)]
  const [key = '', ...came] = fault.split(' · ')
  return note(name, [reasons[key] ?? key, ...came].join(' · '))
}
