import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    deleteContactsByIdPersonalData: [
      'Apagar os dados pessoais de um contato',
      'Borrar los datos personales de un contacto',
      'Bir kişinin kişisel verilerini sil',
    ],
    getContactsByIdPersonalData: [
      'Baixar tudo o que está guardado sobre um contato',
      'Descargar todo lo que se guarda sobre un contacto',
      'Bir kişi hakkında saklanan her şeyi indir',
    ],
  },
}
