import { defineTexts } from '../../../shared/i18n/define'

/** Why a conversation went to somebody, or stays. */
export const reasons = defineTexts('distribution', {
  'pt-BR': {
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
  },
  en: {
    reason: {
      only: 'the only one available',
      fewest: 'fewest open ({open}), {of} available',
      tie: 'fewest open ({open}), tie broken in turn',
      turn: 'next in turn, {of} available',
      drawn: 'drawn from {of}',
      unanswered: '{from} did not answer within {minutes} min',
      nobody: 'no one available',
      closed: 'out of hours',
      returned: 'was with {from}',
    },
    nobody: {
      one: 'No one available in {queue}: {count} conversation is waiting.',
      other: 'No one available in {queue}: {count} conversations are waiting.',
    },
  },
  es: {
    reason: {
      only: 'la única persona disponible',
      fewest: 'menos abiertas ({open}), {of} disponibles',
      tie: 'menos abiertas ({open}), empate por turno',
      turn: 'en su turno, {of} disponibles',
      drawn: 'sorteo entre {of}',
      unanswered: '{from} no respondió en {minutes} min',
      nobody: 'nadie disponible',
      closed: 'fuera de horario',
      returned: 'estaba con {from}',
    },
    nobody: {
      one: 'Nadie disponible en {queue}: {count} conversación espera.',
      other: 'Nadie disponible en {queue}: {count} conversaciones esperan.',
    },
  },
  tr: {
    reason: {
      only: 'uygun olan tek kişi',
      fewest: 'en az açık ({open}), {of} kişi uygun',
      tie: 'en az açık ({open}), eşitlikte sıra',
      turn: 'sıradaki, {of} kişi uygun',
      drawn: '{of} kişi arasından kura',
      unanswered: '{from} {minutes} dk içinde yanıtlamadı',
      nobody: 'uygun kimse yok',
      closed: 'mesai dışında',
      returned: '{from} kişisindeydi',
    },
    nobody: {
      one: '{queue} kuyruğunda uygun kimse yok: {count} görüşme bekliyor.',
      other: '{queue} kuyruğunda uygun kimse yok: {count} görüşme bekliyor.',
    },
  },
})
