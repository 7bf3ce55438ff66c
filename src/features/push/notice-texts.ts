/** What notifications say. */
import type { Language } from '../../texts/languages'
import en from './notice-texts.en.json'
import es from './notice-texts.es.json'
import tr from './notice-texts.tr.json'

type Words = Readonly<Record<keyof typeof portuguese, string>>

const portuguese = {
  newMessage: 'Nova mensagem. O texto fica no Balcão.',
  given: 'Esta conversa agora é sua.',
  givenBy: '{name} passou esta conversa para você.',
  givenHidden: 'Uma conversa agora é sua. O texto fica no Balcão.',
  noQueue: 'Sem fila',
  oneWaits: '{queue}: 1 aguarda',
  severalWait: '{queue}: {count} aguardam',
  oldest: 'Há {time}: {name}.',
  oldestHidden: 'O mais antigo há {time}.',
  justNow: 'menos de 1 min',
  minutes: '{count} min',
  hours: '{count} h',
  mentioned: '{name} mencionou você',
  mentionedHidden: 'Mencionaram você em uma nota.',
  chatHidden: 'Nova mensagem no chat interno.',
  reminder: 'Lembrete',
  reminderHidden: 'Abra o Balcão para ver.',
  unseenBy: '{name} não viu há {time}',
  unseen: 'Ninguém viu há {time}',
  unseenIn: '{contact} espera em {queue}.',
  unseenContact: '{contact} espera.',
  unseenQueue: 'Alguém espera em {queue}.',
  reply: 'Responder',
  open: 'Ver',
  accept: 'Aceitar',
  attend: 'Atender',
  test: 'Este aparelho recebe os avisos.',
  image: 'Foto',
  video: 'Vídeo',
  audio: 'Áudio',
  ptt: 'Mensagem de voz',
  document: 'Arquivo',
  sticker: 'Figurinha',
  location: 'Localização',
  vcard: 'Contato',
}

export const noticeTexts: Readonly<Record<Language, Words>> = { 'pt-BR': portuguese, en, es, tr }
