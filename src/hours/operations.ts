import type { Operations } from '../platform/operations'

export const operations: Operations = {
  nouns: {
    Holidays: [
      ['os feriados', 'um feriado'],
      ['los feriados', 'un feriado'],
      ['Tatilleri', 'Tatil', 'Bir tatili'],
    ],
  },
  summaries: {
    getCompaniesByIdSchedules: [
      'Ler os horários da empresa',
      'Leer los horarios de la empresa',
      'Şirketin çalışma saatlerini oku',
    ],
    putCompaniesByIdSchedules: [
      'Mudar os horários da empresa',
      'Cambiar los horarios de la empresa',
      'Şirketin çalışma saatlerini değiştir',
    ],
    getHolidaysNational: ['Listar os feriados nacionais', 'Listar los feriados nacionales', 'Ulusal tatilleri listele'],
  },
}
