/** States and scales of theirs in ours. Pure. */
import type { SourceRows } from '../source'
import { type Cell, readNumber } from './values'

type Ticket = SourceRows['tickets']

/** Null for a word that no product writes; the ticket counts as closed then, because nobody waits for it. */
export function readTicketStatus(cell: Cell): Pick<Ticket, 'status' | 'isBot' | 'isRatingAsked'> | null {
  const plain = { isBot: false, isRatingAsked: false }
  switch (cell?.trim().toLowerCase()) {
    case 'open':
    case 'group':
      return { ...plain, status: 'open' }
    case 'pending':
    case 'lgpd':
      return { ...plain, status: 'pending' }
    case 'chatbot':
      return { ...plain, status: 'pending', isBot: true }
    case 'closed':
    case 'close':
      return { ...plain, status: 'closed' }
    case 'nps':
      return { ...plain, status: 'closed', isRatingAsked: true }
    default:
      return null
  }
}

/** `scale`: whatsapp-web.js counts from -1 failed, Baileys from 0 failed as we do. Messages of others have none: 0. */
export function readAck(cell: Cell, fromMe: boolean, scale: 'baileys' | 'webjs'): number {
  if (!fromMe) return 0
  const ack = Math.trunc(readNumber(cell) ?? 0) + (scale === 'webjs' ? 1 : 0)
  return Math.min(Math.max(ack, 0), 5)
}

const campaigns: Readonly<Record<string, SourceRows['campaigns']['status']>> = {
  inativa: 'INATIVA',
  programada: 'PROGRAMADA',
  em_andamento: 'EM_ANDAMENTO',
  cancelada: 'CANCELADA',
  finalizada: 'FINALIZADA',
  pending: 'INATIVA',
  scheduled: 'PROGRAMADA',
  processing: 'EM_ANDAMENTO',
  canceled: 'CANCELADA',
  cancelled: 'CANCELADA',
  finished: 'FINALIZADA',
}
export const readCampaignStatus = (cell: Cell): SourceRows['campaigns']['status'] =>
  campaigns[cell?.trim().toLowerCase().replaceAll(' ', '_') ?? ''] ?? 'INATIVA'

/** AGENDADA was taken by their worker and perhaps sent, so it must not be sent again. */
export function readScheduleStatus(cell: Cell, wasSent: boolean): SourceRows['schedules']['status'] {
  const word = cell?.trim().toUpperCase()
  if (word === 'ENVIADA' || word === 'ENVIADO' || (wasSent && word !== 'ERRO')) return 'sent'
  return word === 'PENDENTE' ? 'pending' : 'failed'
}

/** 0 and what lies outside of the scale is no rating. */
export function readRate(cell: Cell, top: 3 | 5 | 10): number | null {
  const rate = readNumber(cell)
  if (rate === null || rate < (top === 10 ? 0 : 1) || rate > top) return null
  return Math.round(rate)
}

export function readChannel(cell: Cell): SourceRows['connections']['channel'] {
  switch (cell?.trim().toLowerCase() ?? '') {
    case '':
    case 'whatsapp':
    case 'baileys':
    case 'stable':
    case 'beta':
      return 'whatsapp'
    case 'whatsapp_oficial':
    case 'whatsapp_official':
    case 'whatsapp_cloud':
    case 'waba':
      return 'whatsapp_official'
    case 'facebook':
    case 'messenger':
      return 'facebook'
    case 'instagram':
      return 'instagram'
    case 'telegram':
      return 'telegram'
    default:
      return 'other'
  }
}
