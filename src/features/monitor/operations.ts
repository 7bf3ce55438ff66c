import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getMonitor: ['Ver como está a instalação', 'Ver cómo está la instalación', 'Kurulumun durumunu göster'],
    getMonitorBackups: [
      'Listar as cópias de segurança, quando são feitas e a verificação',
      'Listar las copias de seguridad, cuándo se hacen y su verificación',
      'Yedekleri, zamanlarını ve doğrulamalarını listele',
    ],
    postMonitorBackups: [
      'Fazer uma cópia de segurança da instalação',
      'Hacer una copia de seguridad de la instalación',
      'Kurulumun yedeğini almaya başla',
    ],
    postMonitorBackupsByIdVerify: [
      'Verificar de novo uma cópia de segurança',
      'Verificar de nuevo una copia de seguridad',
      'Bir yedeği yeniden doğrula',
    ],
    getMonitorCompanies: [
      'Listar as empresas com suas páginas abertas, sessões e conexões',
      'Listar las empresas con sus páginas abiertas, sesiones y conexiones',
      'Şirketleri açık sayfaları, oturumları ve bağlantılarıyla listele',
    ],
    deleteMonitorErrorsByKey: [
      'Dispensar um erro da instalação',
      'Descartar un error de la instalación',
      'Kurulumun bir hatasını kapat',
    ],
    postMonitorJobsByNameRetry: [
      'Rodar de novo em todas as empresas uma tarefa que falhou',
      'Ejecutar de nuevo en todas las empresas una tarea que falló',
      'Başarısız bir işi her şirkette yeniden çalıştır',
    ],
    getMonitorPoints: [
      'Listar amostras do atraso e da memória da última hora ou dia',
      'Listar muestras del retraso y la memoria de la última hora o día',
      'Son saat veya günün gecikme ve bellek örneklerini listele',
    ],
    postMonitorQueuesByNameRetry: [
      'Tentar de novo o que falhou em uma fila de todas as empresas',
      'Intentar de nuevo lo que falló en una cola de todas las empresas',
      'Her şirketin bir kuyruğunda başarısız olanı yeniden dene',
    ],
    getMonitorSockets: [
      'Listar as páginas abertas de todas as empresas',
      'Listar las páginas abiertas de todas las empresas',
      'Tüm şirketlerin açık sayfalarını listele',
    ],
    deleteMonitorSocketsByKey: [
      'Encerrar a conexão de uma página aberta',
      'Cerrar la conexión de una página abierta',
      'Açık bir sayfanın bağlantısını kapat',
    ],
  },
}
