/** A campaign's deliveries as a spreadsheet, generated in batches. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { type Cell, momentIn } from '../../platform/spreadsheets/cells'
import type { Language } from '../../texts/languages'
import type { DeliveryFilter, DeliveryState } from './contract'
import { listDeliveries } from './report'

const AT_ONCE = 400

const heads: Readonly<Record<Language, readonly string[]>> = {
  'pt-BR': ['Nome', 'Número', 'Texto', 'Situação', 'Enviada', 'Entregue', 'Lida', 'Resposta', 'Motivo'],
  en: ['Name', 'Number', 'Text', 'Status', 'Sent', 'Delivered', 'Read', 'Answer', 'Reason'],
  es: ['Nombre', 'Número', 'Texto', 'Estado', 'Enviado', 'Entregado', 'Leído', 'Respuesta', 'Motivo'],
  tr: ['Ad', 'Numara', 'Metin', 'Durum', 'Gönderildi', 'İletildi', 'Okundu', 'Yanıt', 'Neden'],
}

const states: Readonly<Record<Language, Readonly<Record<DeliveryState, string>>>> = {
  'pt-BR': {
    waiting: 'Aguardando',
    cold: 'Frio, aguardando',
    asked: 'Confirmação pedida',
    sending: 'Enviando',
    sent: 'Enviada',
    delivered: 'Entregue',
    read: 'Lida',
    answered: 'Respondeu',
    optedOut: 'Pediu para sair',
    failed: 'Falhou',
    skipped: 'Fora do envio',
  },
  en: {
    waiting: 'Waiting',
    cold: 'Cold, waiting',
    asked: 'Confirmation requested',
    sending: 'Sending',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    answered: 'Answered',
    optedOut: 'Opted out',
    failed: 'Failed',
    skipped: 'Excluded',
  },
  es: {
    waiting: 'En espera',
    cold: 'Frío, en espera',
    asked: 'Confirmación pedida',
    sending: 'Enviando',
    sent: 'Enviado',
    delivered: 'Entregado',
    read: 'Leído',
    answered: 'Respondió',
    optedOut: 'Pidió salir',
    failed: 'Falló',
    skipped: 'Fuera del envío',
  },
  tr: {
    waiting: 'Bekliyor',
    cold: 'Soğuk, bekliyor',
    asked: 'Onay istendi',
    sending: 'Gönderiliyor',
    sent: 'Gönderildi',
    delivered: 'İletildi',
    read: 'Okundu',
    answered: 'Yanıtladı',
    optedOut: 'Çıkmak istedi',
    failed: 'Başarısız',
    skipped: 'Dışarıda bırakıldı',
  },
}

export async function* exportDeliveries(
  cx: Cx,
  actor: Actor,
  { id, filter }: { readonly id: number; readonly filter: DeliveryFilter },
  language: Language,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield [heads[language]]
  const moment = momentIn(cx.tenant.timeZone)
  const at = (written: string | null) => (written === null ? '' : moment(Date.parse(written)))
  for (let after: string | null = null; ; ) {
    const { deliveries, next } = listDeliveries(cx, actor, id, { filter, search: '', after, most: AT_ONCE })
    yield deliveries.map((one) => [
      one.name,
      one.number ?? one.username ?? '',
      one.text === null ? '' : String(one.text),
      states[language][one.state],
      at(one.sentAt),
      at(one.deliveredAt),
      at(one.readAt),
      one.answer ?? '',
      one.reason === null ? '' : (reasons[language][one.reason] ?? one.reason),
    ])
    if (next === null) return
    after = next
    await new Promise(setImmediate) // yields to the event loop
  }
}

/** Why a delivery was excluded or failed. */
const reasons: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  'pt-BR': {
    duplicate: 'Repetido na lista',
    blacklisted: 'Marcado para não receber',
    noWhatsapp: 'Sem WhatsApp',
    unchecked: 'Número ainda não conferido',
    optedOut: 'Pediu para não receber',
    blocked: 'Contato bloqueado',
    cold: 'Nunca escreveu',
    noConfirmation: 'Não confirmou em 7 dias',
    gone: 'Contato excluído',
    engaged: 'Em atendimento',
    restored: 'Pode ter recebido antes da restauração',
    refused: 'Texto vazio ou longo demais',
    notOnWhatsapp: 'O número não tem WhatsApp',
    rejected: 'O WhatsApp recusou',
    restricted: 'O WhatsApp limita conversas novas',
    expired: 'Esperou mais de 24 horas',
    noAnswer: 'O WhatsApp não respondeu',
    connectionDeleted: 'A conexão foi excluída',
    cancelled: 'Cancelada antes de sair',
    unknown: 'Motivo desconhecido',
  },
  en: {
    duplicate: 'Duplicate in the list',
    blacklisted: 'Marked “Do not contact”',
    noWhatsapp: 'Not on WhatsApp',
    unchecked: 'Number not checked yet',
    optedOut: 'Opted out',
    blocked: 'Contact blocked',
    cold: 'Never messaged you',
    noConfirmation: 'No confirmation within 7 days',
    gone: 'Contact deleted',
    engaged: 'In conversation',
    restored: 'May have received it before the restore',
    refused: 'Text empty or too long',
    notOnWhatsapp: 'Not on WhatsApp',
    rejected: 'Rejected by WhatsApp',
    restricted: 'WhatsApp is limiting new chats',
    expired: 'Waited more than 24 hours',
    noAnswer: 'WhatsApp did not respond',
    connectionDeleted: 'Connection deleted',
    cancelled: 'Cancelled before sending',
    unknown: 'Unknown reason',
  },
  es: {
    duplicate: 'Repetido en la lista',
    blacklisted: 'Marcado para no recibir',
    noWhatsapp: 'Sin WhatsApp',
    unchecked: 'Número sin verificar',
    optedOut: 'Pidió no recibir más',
    blocked: 'Contacto bloqueado',
    cold: 'Nunca escribió',
    noConfirmation: 'No confirmó en 7 días',
    gone: 'Contacto eliminado',
    engaged: 'En conversación',
    restored: 'Puede haberlo recibido antes de la restauración',
    refused: 'Texto vacío o demasiado largo',
    notOnWhatsapp: 'El número no tiene WhatsApp',
    rejected: 'WhatsApp lo rechazó',
    restricted: 'WhatsApp limita las conversaciones nuevas',
    expired: 'Esperó más de 24 horas',
    noAnswer: 'WhatsApp no respondió',
    connectionDeleted: 'Se eliminó la conexión',
    cancelled: 'Cancelado antes de salir',
    unknown: 'Motivo desconocido',
  },
  tr: {
    duplicate: 'Listede iki kez',
    blacklisted: 'Kara listede',
    noWhatsapp: 'WhatsApp’ta yok',
    unchecked: 'Numara henüz denetlenmedi',
    optedOut: 'Mesaj almak istemedi',
    blocked: 'Engellenmiş kişi',
    cold: 'Hiç yazmadı',
    noConfirmation: '7 gün içinde onaylamadı',
    gone: 'Kişi silindi',
    engaged: 'Görüşmede',
    restored: 'Geri yüklemeden önce almış olabilir',
    refused: 'Metin boş ya da çok uzun',
    notOnWhatsapp: 'Numara WhatsApp’ta kayıtlı değil',
    rejected: 'WhatsApp reddetti',
    restricted: 'WhatsApp yeni sohbetleri sınırlıyor',
    expired: '24 saatten fazla bekledi',
    noAnswer: 'WhatsApp yanıt vermedi',
    connectionDeleted: 'Bağlantı silindi',
    cancelled: 'Gönderilmeden iptal edildi',
    unknown: 'Bilinmeyen neden',
  },
}
