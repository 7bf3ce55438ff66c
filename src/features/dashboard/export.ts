/** The dashboard's tables as spreadsheets. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import type { Language } from '../../texts/languages'
import type { DashboardSheet } from './contract'
import { type DashboardFilter, readDashboard, readTimes } from './queries'

const heads: Readonly<Record<Language, Readonly<Record<DashboardSheet, readonly string[]>>>> = {
  'pt-BR': {
    attendants: [
      'Atendente',
      'Em aberto',
      'Recebidos',
      'Finalizados',
      'Espera média (s)',
      'Atendimento médio (s)',
      'Mensagens enviadas',
      'Avaliação (de 3)',
      'Respostas',
      'NPS',
    ],
    times: [
      'Dia',
      'Hora',
      'Recebidos',
      'Aceitos',
      'Finalizados',
      'Leads novos',
      'Mensagens recebidas',
      'Mensagens enviadas',
      'Espera média (s)',
      'Atendimento médio (s)',
      'Avaliação (de 3)',
    ],
  },
  en: {
    attendants: [
      'Attendant',
      'Open',
      'Received',
      'Closed',
      'Average wait (s)',
      'Average handling (s)',
      'Messages sent',
      'Rating (of 3)',
      'Answers',
      'NPS',
    ],
    times: [
      'Day',
      'Hour',
      'Received',
      'Accepted',
      'Closed',
      'New leads',
      'Messages received',
      'Messages sent',
      'Average wait (s)',
      'Average handling (s)',
      'Rating (of 3)',
    ],
  },
  es: {
    attendants: [
      'Agente',
      'Abiertas',
      'Recibidas',
      'Finalizadas',
      'Espera media (s)',
      'Atención media (s)',
      'Mensajes enviados',
      'Valoración (de 3)',
      'Respuestas',
      'NPS',
    ],
    times: [
      'Día',
      'Hora',
      'Recibidas',
      'Aceptadas',
      'Finalizadas',
      'Leads nuevos',
      'Mensajes recibidos',
      'Mensajes enviados',
      'Espera media (s)',
      'Atención media (s)',
      'Valoración (de 3)',
    ],
  },
  tr: {
    attendants: [
      'Temsilci',
      'Açık',
      'Gelen',
      'Kapanan',
      'Ortalama bekleme (sn)',
      'Ortalama görüşme (sn)',
      'Gönderilen mesaj',
      'Değerlendirme (3 üzerinden)',
      'Yanıt',
      'NPS',
    ],
    times: [
      'Gün',
      'Saat',
      'Gelen',
      'Kabul edilen',
      'Kapanan',
      'Yeni müşteri adayı',
      'Gelen mesaj',
      'Gönderilen mesaj',
      'Ortalama bekleme (sn)',
      'Ortalama görüşme (sn)',
      'Değerlendirme (3 üzerinden)',
    ],
  },
}

const cell = (value: string | number | null): string => (value === null ? '' : String(value))

export async function sheetOf(
  cx: Cx,
  actor: Actor,
  filter: DashboardFilter,
  { sheet, language }: { readonly sheet: DashboardSheet; readonly language: Language },
): Promise<readonly (readonly string[])[]> {
  const rows =
    sheet === 'attendants'
      ? (await readDashboard(cx, actor, filter)).attendants.map((one) => [
          ...[one.name, one.open, one.opened, one.closed, one.avgWaitTime, one.avgSupportTime],
          ...[one.sent, one.rating, one.ratings, one.nps],
        ])
      : (await readTimes(cx, actor, filter)).data.map((one) => [
          ...[one.day, one.hour, one.total, one.accepted, one.closed, one.leads, one.received, one.sent],
          ...[one.avgWaitTime, one.avgSupportTime, one.rating],
        ])
  return [heads[language][sheet], ...rows.map((row) => row.map(cell))]
}
