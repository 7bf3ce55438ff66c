/** What the runner writes into a ticket's log, in the company's language. */
import type { Language } from '../../texts/languages'
import type { StopReason } from './machine'

type Phrases = Readonly<Record<Exclude<StopReason, 'ended'> | 'notPublished' | 'costlyNode', string>>

export const flowPhrases: Readonly<Record<Language, Phrases>> = {
  'pt-BR': {
    notPublished: 'o fluxo não está publicado',
    idle: 'O fluxo terminou: o contato não respondeu a tempo.',
    deadEnd: 'O fluxo terminou: o bloco em que estava não existe mais.',
    tooManySteps: 'O fluxo terminou: passou por blocos demais sem esperar o contato.',
    tooLong: 'O fluxo terminou: a conversa ficou longa demais.',
    tooCostly: 'O fluxo terminou: uma só mensagem exigiu cálculo demais (variáveis ou expressões regulares).',
    tooManyMessages: 'O fluxo terminou: enviou mensagens demais em seguida.',
    costlyNode:
      'Uma condição ou chamada do fluxo exigiu cálculo demais para esta mensagem e seguiu pela saída de falha: simplifique as expressões regulares.',
  },
  en: {
    notPublished: 'the flow is not published',
    idle: 'The flow ended: the contact did not answer in time.',
    deadEnd: 'The flow ended: its current block no longer exists.',
    tooManySteps: 'The flow ended: too many blocks without waiting for the contact.',
    tooLong: 'The flow ended: the conversation became too long.',
    tooCostly: 'The flow ended: a single message took too much computing (variables or regular expressions).',
    tooManyMessages: 'The flow ended: it sent too many messages in a row.',
    costlyNode:
      'A condition or call of the flow took too much computing for this message and left by its exit for failures: simplify the regular expressions.',
  },
  es: {
    notPublished: 'el flujo no está publicado',
    idle: 'El flujo terminó: el contacto no respondió a tiempo.',
    deadEnd: 'El flujo terminó: el bloque en el que estaba ya no existe.',
    tooManySteps: 'El flujo terminó: pasó por demasiados bloques sin esperar al contacto.',
    tooLong: 'El flujo terminó: la conversación se hizo demasiado larga.',
    tooCostly: 'El flujo terminó: un solo mensaje exigió demasiado cálculo (variables o expresiones regulares).',
    tooManyMessages: 'El flujo terminó: envió demasiados mensajes seguidos.',
    costlyNode:
      'Una condición o llamada del flujo exigió demasiado cálculo con este mensaje y siguió por la salida de error: simplifique las expresiones regulares.',
  },
  tr: {
    notPublished: 'akış yayımlanmamış',
    idle: 'Akış bitti: kişi zamanında yanıt vermedi.',
    deadEnd: 'Akış bitti: bulunduğu blok artık yok.',
    tooManySteps: 'Akış bitti: kişiyi beklemeden çok fazla bloktan geçti.',
    tooLong: 'Akış bitti: görüşme çok uzadı.',
    tooCostly: 'Akış bitti: tek bir mesaj çok fazla hesaplama gerektirdi (değişkenler veya düzenli ifadeler).',
    tooManyMessages: 'Akış bitti: art arda çok fazla mesaj gönderdi.',
    costlyNode:
      'Akıştaki bir koşul veya çağrı bu mesaj için çok fazla hesaplama gerektirdi ve hata çıkışından devam etti: düzenli ifadeleri sadeleştirin.',
  },
}
