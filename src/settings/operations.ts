import type { Operations } from '../platform/operations'

export const operations: Operations = {
  summaries: {
    getSettings: ['Listar as configurações', 'Listar los ajustes', 'Ayarları listele'],
    getSettingsByKey: ['Ler uma configuração', 'Leer un ajuste', 'Bir ayarı oku'],
    putSettingsByKey: ['Mudar uma configuração', 'Cambiar un ajuste', 'Bir ayarı değiştir'],
  },
}
