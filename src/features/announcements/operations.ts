import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  nouns: {
    Announcements: [
      ['os comunicados', 'um comunicado'],
      ['los comunicados', 'un comunicado'],
      ['Duyuruları', 'Duyuru', 'Bir duyuruyu'],
    ],
  },
  summaries: {
    getAnnouncementsCurrent: [
      'Listar os comunicados mostrados a quem entrou',
      'Listar los comunicados que ve quien inició sesión',
      'Oturum açan kişiye gösterilen duyuruları listele',
    ],
    getAnnouncementsList: [
      'Listar todos os comunicados com o número de leitores',
      'Listar todos los comunicados con su número de lectores',
      'Tüm duyuruları okuyan sayısıyla listele',
    ],
    postAnnouncementsRead: [
      'Marcar comunicados como lidos',
      'Marcar comunicados como leídos',
      'Duyuruları okundu olarak işaretle',
    ],
    deleteAnnouncementsByIdMediaUpload: [
      'Remover a imagem de um comunicado',
      'Quitar la imagen de un comunicado',
      'Bir duyurunun resmini kaldır',
    ],
    getAnnouncementsByIdMediaUpload: [
      'Baixar a imagem de um comunicado',
      'Descargar la imagen de un comunicado',
      'Bir duyurunun resmini indir',
    ],
    postAnnouncementsByIdMediaUpload: [
      'Enviar a imagem de um comunicado',
      'Subir la imagen de un comunicado',
      'Bir duyurunun resmini yükle',
    ],
    getAnnouncementsByIdReaders: [
      'Contar por empresa quem leu um comunicado',
      'Contar por empresa quién leyó un comunicado',
      'Bir duyuruyu okuyanları şirketlere göre say',
    ],
  },
}
