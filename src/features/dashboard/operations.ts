import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getDashboard: ['Ler os números do painel', 'Leer los números del panel', 'Panonun sayılarını oku'],
    getDashboardSpreadsheet: [
      'Baixar um gráfico do painel em uma planilha',
      'Descargar un gráfico del panel en una hoja de cálculo',
      'Panonun bir grafiğini tablo olarak indir',
    ],
    getDashboardTicketsDay: [
      'Contar atendimentos por dia, ou por hora de um dia',
      'Contar conversaciones por día, o por hora de un día',
      'Görüşmeleri günlere veya bir günün saatlerine göre say',
    ],
    getDashboardTicketsUsers: [
      'Contar atendimentos por atendente',
      'Contar conversaciones por agente',
      'Görüşmeleri temsilcilere göre say',
    ],
  },
}
