import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getMovingIn: [
      'Ler em que ponto está a mudança de outro produto',
      'Leer en qué punto está la mudanza desde otro producto',
      'Başka bir üründen taşınmanın nerede olduğunu oku',
    ],
    putMovingInSource: [
      'Escolher o dump e os arquivos da mudança',
      'Elegir el dump y los archivos de la mudanza',
      'Taşınacak dökümü ve dosyaları seç',
    ],
    deleteMovingInSource: [
      'Esquecer o dump, os envios e o último resultado',
      'Olvidar el dump, los envíos y el último resultado',
      'Dökümü, yüklemeleri ve son sonucu unut',
    ],
    postMovingInUploads: [
      'Começar a enviar um arquivo da mudança',
      'Empezar a enviar un archivo de la mudanza',
      'Taşınacak bir dosyayı yüklemeye başla',
    ],
    putMovingInUploads: [
      'Enviar o próximo pedaço do arquivo',
      'Enviar la siguiente parte del archivo',
      'Dosyanın sonraki parçasını yükle',
    ],
    deleteMovingInUploads: [
      'Desistir de um envio pela metade',
      'Abandonar un envío a medias',
      'Yarım kalan yüklemeden vazgeç',
    ],
    postMovingInDryRun: [
      'Mudar para uma cópia que é jogada fora, e relatar',
      'Mudar a una copia que se descarta, e informar',
      'Atılacak bir kopyaya taşı ve raporla',
    ],
    postMovingInStart: ['Começar a mudança', 'Empezar la mudanza', 'Taşınmayı başlat'],
    postMovingInStop: ['Parar a mudança', 'Parar la mudanza', 'Taşınmayı durdur'],
    postMovingInContinue: [
      'Continuar uma mudança que parou',
      'Continuar una mudanza que se detuvo',
      'Durmuş bir taşınmayı sürdür',
    ],
    getMovingInReport: [
      'Baixar o último relatório, com as linhas de cada caso',
      'Descargar el último informe, con las líneas de cada caso',
      'Son raporu, her satırıyla birlikte indir',
    ],
  },
}
