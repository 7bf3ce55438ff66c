import { defineTexts } from '../../../shared/i18n/define'

/** Writing to somebody: which number is meant, who is talking to them already, and how they are treated. */
export const startingTexts = defineTexts('starting', (language) => import(`./starting.${language}.json`), {
  numberHint: 'Com DDD; de outro país, com + e o código dele.',
  number: { asking: 'perguntando ao WhatsApp…', found: 'tem WhatsApp', none: 'não tem WhatsApp' },
  bot: 'Atender com o bot',
  held: {
    title: 'Contato já possui ticket aberto',
    withIn: '{name} está em atendimento com {user}, na fila {queue}.',
    with: '{name} está em atendimento com {user}.',
    waitsIn: '{name} espera na fila {queue}.',
    waits: '{name} espera por atendimento.',
    unseen: 'Você não tem acesso a este atendimento.',
    open: 'Abrir o atendimento',
  },
})
