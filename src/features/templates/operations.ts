import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {},
  summaries: {
    getWhatsappByIdTemplates: [
      'Listar os modelos de uma conexão',
      'Listar las plantillas de una conexión',
      'Bir bağlantının şablonlarını listele',
    ],
    postWhatsappByIdTemplates: ['Criar um modelo na Meta', 'Crear una plantilla en Meta', "Meta'da şablon oluştur"],
    deleteWhatsappByIdTemplatesByTemplateId: [
      'Excluir um modelo na Meta',
      'Eliminar una plantilla en Meta',
      "Meta'daki bir şablonu sil",
    ],
  },
}
