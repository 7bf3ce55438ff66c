import { defineTexts } from '../../../shared/i18n/define'

/** Why a conversation went to somebody, or stays. */
export const reasons = defineTexts('distribution', (language) => import(`./reasons.${language}.json`), {
  reason: {
    only: 'única pessoa disponível',
    fewest: 'menos em aberto ({open}), {of} disponíveis',
    tie: 'menos em aberto ({open}), empate por ordem',
    turn: 'na vez, {of} disponíveis',
    drawn: 'sorteio entre {of}',
    unanswered: '{from} não respondeu em {minutes} min',
    nobody: 'ninguém disponível',
    closed: 'fora do horário',
    returned: 'estava com {from}',
  },
  nobody: {
    one: 'Ninguém disponível em {queue}: {count} conversa espera.',
    other: 'Ninguém disponível em {queue}: {count} conversas esperam.',
  },
})
