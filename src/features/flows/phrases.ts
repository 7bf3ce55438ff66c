/** What the runner writes into a ticket's log, in the company's language. */
import type { Language } from '../../texts/languages'
import type { StopReason } from './machine'

type Phrases = Readonly<Record<Exclude<StopReason, 'ended'> | 'notPublished', string>>

export const flowPhrases: Readonly<Record<Language, Phrases>> = {
  'pt-BR': {
    notPublished: 'o fluxo não está publicado',
    idle: 'O fluxo terminou: o contato não respondeu a tempo.',
    deadEnd: 'O fluxo terminou: o bloco em que estava não existe mais.',
    tooManySteps: 'O fluxo terminou: passou por blocos demais sem esperar o contato.',
    tooLong: 'O fluxo terminou: a conversa ficou longa demais.',
  },
  en: {
    notPublished: 'the flow is not published',
    idle: 'The flow ended: the contact did not answer in time.',
    deadEnd: 'The flow ended: its current block no longer exists.',
    tooManySteps: 'The flow ended: too many blocks without waiting for the contact.',
    tooLong: 'The flow ended: the conversation became too long.',
  },
  es: {
    notPublished: 'el flujo no está publicado',
    idle: 'El flujo terminó: el contacto no respondió a tiempo.',
    deadEnd: 'El flujo terminó: el bloque en el que estaba ya no existe.',
    tooManySteps: 'El flujo terminó: pasó por demasiados bloques sin esperar al contacto.',
    tooLong: 'El flujo terminó: la conversación se hizo demasiado larga.',
  },
  tr: {
    notPublished: 'akış yayımlanmamış',
    idle: 'Akış bitti: kişi zamanında yanıt vermedi.',
    deadEnd: 'Akış bitti: bulunduğu blok artık yok.',
    tooManySteps: 'Akış bitti: kişiyi beklemeden çok fazla bloktan geçti.',
    tooLong: 'Akış bitti: görüşme çok uzadı.',
  },
}
