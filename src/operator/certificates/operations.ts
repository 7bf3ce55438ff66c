import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getInstallationAddress: [
      'Ler como as pessoas chegam à instalação e a situação do certificado',
      'Leer cómo llegan las personas a la instalación y el estado del certificado',
      'Kuruluma nasıl ulaşıldığını ve sertifikanın durumunu oku',
    ],
    putInstallationAddress: [
      'Mudar como as pessoas chegam à instalação',
      'Cambiar cómo llegan las personas a la instalación',
      'Kuruluma nasıl ulaşıldığını değiştir',
    ],
    postInstallationAddressCheck: [
      'Conferir o nome, as portas e o relógio',
      'Comprobar el nombre, los puertos y el reloj',
      'Adı, portları ve saati denetle',
    ],
    postInstallationAddressRenew: [
      'Obter ou renovar o certificado agora',
      'Obtener o renovar el certificado ahora',
      'Sertifikayı şimdi al ya da yenile',
    ],
  },
}
