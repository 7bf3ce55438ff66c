import { defineTexts } from '../../../shared/i18n/define'

/** Writing to somebody: which number is meant, who is talking to them already, and how they are treated. */
export const startingTexts = defineTexts('starting', {
  'pt-BR': {
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
  },
  en: {
    numberHint: 'With area code; for other countries, use + and the country code.',
    number: { asking: 'checking WhatsApp…', found: 'on WhatsApp', none: 'not on WhatsApp' },
    bot: 'Let the bot answer',
    held: {
      title: 'This contact already has an open conversation',
      withIn: '{user} is talking to {name}, in the {queue} queue.',
      with: '{user} is talking to {name}.',
      waitsIn: '{name} is waiting in the {queue} queue.',
      waits: '{name} is waiting for an attendant.',
      unseen: 'You do not have access to this conversation.',
      open: 'Open the conversation',
    },
  },
  es: {
    numberHint: 'Con código de área; de otro país, con + y su código.',
    number: { asking: 'preguntando a WhatsApp…', found: 'tiene WhatsApp', none: 'no tiene WhatsApp' },
    bot: 'Atender con el bot',
    held: {
      title: 'El contacto ya tiene una conversación abierta',
      withIn: '{user} está atendiendo a {name}, en la cola {queue}.',
      with: '{user} está atendiendo a {name}.',
      waitsIn: '{name} espera en la cola {queue}.',
      waits: '{name} espera ser atendido.',
      unseen: 'Usted no tiene acceso a esta conversación.',
      open: 'Abrir la conversación',
    },
  },
  tr: {
    numberHint: 'Alan koduyla; yurt dışıysa + ve ülke koduyla.',
    number: { asking: 'WhatsApp’a soruluyor…', found: 'WhatsApp’ta var', none: 'WhatsApp’ta yok' },
    bot: 'Bot yanıtlasın',
    held: {
      title: 'Kişinin zaten açık bir görüşmesi var',
      withIn: '{name} ile {user} ilgileniyor, kuyruk: {queue}.',
      with: '{name} ile {user} ilgileniyor.',
      waitsIn: '{name}, {queue} kuyruğunda bekliyor.',
      waits: '{name} bekliyor.',
      unseen: 'Bu görüşmeye erişiminiz yok.',
      open: 'Görüşmeyi aç',
    },
  },
})
