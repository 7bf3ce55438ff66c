/** The bot's default texts to contacts. */
import type { Language } from '../../texts/languages'
import en from './phrases.en.json'
import es from './phrases.es.json'
import tr from './phrases.tr.json'

export type BotPhrases = {
  readonly back: string
  readonly main: string
  readonly choose: string
  readonly unknown: string
  readonly unavailable: string
  readonly waiting: string
  readonly redirected: string
}

export const botPhrases: Readonly<Record<Language, BotPhrases>> = {
  'pt-BR': {
    back: 'Voltar',
    main: 'Menu principal',
    choose: 'Escolha uma das opções:',
    unknown: 'Não entendi a sua resposta. Escolha uma das opções:',
    unavailable: 'Esta opção não está disponível no momento.',
    waiting: 'Certo! Aguarde um instante, por favor: logo alguém responde por aqui.',
    redirected: 'O seu atendimento foi encaminhado ao setor {{queue}}. Aguarde um instante, por favor.',
  },
  en,
  es,
  tr,
}
