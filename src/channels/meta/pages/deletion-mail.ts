/** The mail to a company's admins when a person has asked Meta to have their data deleted. */
import type { Language } from '../../../texts/languages'
import en from './deletion-mail.en.json'
import es from './deletion-mail.es.json'
import tr from './deletion-mail.tr.json'

export type DeletionMail = {
  readonly subject: string
  readonly what: string
  readonly how: string
  readonly law: string
}

export const deletionMailTexts: Readonly<Record<Language, DeletionMail>> = {
  'pt-BR': {
    subject: '{name} pediu a exclusão dos dados',
    what: '{name} conversa com vocês pelo Messenger ou pelo Instagram, e pediu à Meta que os dados que estão aqui sejam apagados.',
    how: 'Em Contatos, abra esta pessoa e escolha Apagar dados pessoais. A página que a Meta mostra a ela muda sozinha depois disso.',
    law: 'Responda em até 15 dias. O que a lei manda guardar pode ficar: diga à pessoa o quê e por quê.',
  },
  en,
  es,
  tr,
}

export function deletionMail(language: Language, name: string) {
  const { subject, ...lines } = deletionMailTexts[language]
  const shown = Object.values(lines).map((line) => line.replaceAll('{name}', name))
  const html = shown.map((line) => `<p>${Bun.escapeHTML(line)}</p>`).join('\n')
  return { subject: subject.replace('{name}', name), text: shown.join('\n\n'), html: `<!doctype html>\n${html}` }
}
