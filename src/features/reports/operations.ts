import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getTicketreportHours: [
      'Contar atendimentos por hora da semana',
      'Contar conversaciones por hora de la semana',
      'Görüşmeleri haftanın saatlerine göre say',
    ],
    getTicketreportReports: [
      'Listar os atendimentos de um relatório, ou baixá-los em uma planilha',
      'Listar las conversaciones de un informe, o descargarlas en una hoja de cálculo',
      'Bir raporun görüşmelerini listele veya tablo olarak indir',
    ],
    getTicketreportSummary: [
      'Ler um relatório por atendente, fila, etiqueta ou conexão',
      'Leer un informe por agente, cola, etiqueta o conexión',
      'Temsilci, kuyruk, etiket veya bağlantıya göre bir rapor oku',
    ],
    getTicketreportSummarySpreadsheet: [
      'Baixar um relatório agrupado em uma planilha',
      'Descargar un informe agrupado en una hoja de cálculo',
      'Gruplanmış bir raporu tablo olarak indir',
    ],
    getTicketreportViews: [
      'Listar as visões salvas dos relatórios',
      'Listar las vistas guardadas de los informes',
      'Raporların kayıtlı görünümlerini listele',
    ],
    postTicketreportViews: [
      'Salvar uma visão dos relatórios',
      'Guardar una vista de los informes',
      'Raporların bir görünümünü kaydet',
    ],
    deleteTicketreportViewsById: ['Excluir uma visão salva', 'Eliminar una vista guardada', 'Kayıtlı bir görünümü sil'],
    putTicketreportViewsById: ['Mudar uma visão salva', 'Cambiar una vista guardada', 'Kayıtlı bir görünümü değiştir'],
  },
}
