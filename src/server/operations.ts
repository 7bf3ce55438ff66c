import type { Operations } from '../platform/operations'

export const operations: Operations = {
  summaries: {
    getDocs: [
      'Abrir a tela que mostra este documento',
      'Abrir la pantalla que muestra este documento',
      'Bu belgeyi gösteren ekranı aç',
    ],
    getOpenapiJson: ['Ler este documento', 'Leer este documento', 'Bu belgeyi oku'],
    postSimulatorMedia: [
      'Enviar um arquivo ao WhatsApp simulado',
      'Subir un archivo al WhatsApp simulado',
      'Benzetilen WhatsApp’a dosya yükle',
    ],
    getSimulatorByPath: [
      'Comandar o WhatsApp simulado',
      'Controlar el WhatsApp simulado',
      'Benzetilen WhatsApp’ı yönet',
    ],
    postSimulatorByPath: [
      'Comandar o WhatsApp simulado',
      'Controlar el WhatsApp simulado',
      'Benzetilen WhatsApp’ı yönet',
    ],
    getVersion: [
      'Ler a versão e a situação da instalação',
      'Leer la versión y el estado de la instalación',
      'Kurulumun sürümünü ve durumunu oku',
    ],
    getHealth: ['Ver se o servidor responde', 'Ver si el servidor responde', 'Sunucunun yanıt verip vermediğini gör'],
    getMetrics: [
      'Ler métricas no formato do Prometheus',
      'Leer métricas en el formato de Prometheus',
      'Ölçümleri Prometheus biçiminde oku',
    ],
    getPasskeyHelperZip: [
      'Baixar a extensão do navegador para passkeys',
      'Descargar la extensión del navegador para passkeys',
      'Geçiş anahtarları için tarayıcı eklentisini indir',
    ],
    getWsByCompany: [
      'Receber eventos por um WebSocket',
      'Recibir eventos por un WebSocket',
      'Olayları bir WebSocket üzerinden al',
    ],
  },
}
