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
    getTemplateChanges: [
      'Listar os modelos cuja categoria a Meta mudou',
      'Listar las plantillas cuya categoría Meta cambió',
      "Meta'nın kategorisini değiştirdiği şablonları listele",
    ],
    postWhatsappByIdTemplatesFiles: [
      'Enviar um arquivo de exemplo para o cabeçalho de um modelo',
      'Subir un archivo de ejemplo para el encabezado de una plantilla',
      'Bir şablonun başlığı için örnek dosya yükle',
    ],
    putWhatsappByIdTemplatesByTemplateId: [
      'Mudar o texto de um modelo na Meta',
      'Cambiar el texto de una plantilla en Meta',
      "Meta'daki bir şablonun metnini değiştir",
    ],
    postWhatsappByIdTemplatesByTemplateIdRead: [
      'Anotar que uma mudança de categoria pela Meta foi lida',
      'Anotar que un cambio de categoría por Meta fue leído',
      "Meta'nın kategori değişikliğinin okunduğunu kaydet",
    ],
    deleteWhatsappByIdTemplatesByTemplateId: [
      'Excluir um modelo na Meta',
      'Eliminar una plantilla en Meta',
      "Meta'daki bir şablonu sil",
    ],
  },
}
