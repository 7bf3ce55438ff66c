import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    TicketNotes: [
      ['as notas', 'uma nota sobre um contato'],
      ['las notas', 'una nota sobre un contacto'],
      ['Notları', 'Bir kişiyle ilgili not', 'Bir kişiyle ilgili notu'],
    ],
  },
  summaries: {
    getTicketNotesList: [
      'Listar as notas de um contato',
      'Listar las notas de un contacto',
      'Bir kişinin notlarını listele',
    ],
  },
}
