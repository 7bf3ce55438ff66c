/** What the runner writes into a ticket's log, in the company's language. */
import type { Language } from '../../texts/languages'
import type { StopReason } from './machine'
import en from './phrases.en.json'
import es from './phrases.es.json'
import tr from './phrases.tr.json'

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
  en,
  es,
  tr,
}
