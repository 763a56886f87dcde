import type { MailTemplate, MailWords } from './mail-template.ts';
import { englishMails } from './mail-templates-en.ts';
import { PRODUCT_NAME } from './product.ts';

const { username } = englishMails.verify_email.variables;
const title = 'Hạt điều W320';

type Names<Template extends { variables: object }> = Readonly<Record<keyof Template['variables'], string>>;
type Translated = {
  [Name in keyof typeof englishMails]: MailTemplate & {
    action: { path: (typeof englishMails)[Name]['action']['path'] };
    variables: Names<(typeof englishMails)[Name]>;
  };
};

/** The mails in Vietnamese, with the values and links of the English ones. Register and terms: docs/glossary.md#vietnamese */
export const vietnameseMails: Translated = {
  verify_email: {
    label: 'Xác minh email',
    reason: `có người đã đăng ký tại ${PRODUCT_NAME} bằng {{email}}. Nếu không phải bạn, vui lòng bỏ qua: không có mã thì không có gì xảy ra`,
    subject: `Mã xác minh ${PRODUCT_NAME} của bạn`,
    body: `Chào {{username}},\n\nChào mừng bạn đến với ${PRODUCT_NAME}: kinh doanh cho mọi người. Nhập mã này trên trang xác minh để hoàn tất đăng ký.\n\n{{code}}\n\nMã và liên kết chỉ dùng được một lần, trong vòng 15 phút.`,
    action: { label: 'Xác minh địa chỉ email', path: '/verify-email' },
    variables: englishMails.verify_email.variables,
  },
  reset_password: {
    label: 'Đặt lại mật khẩu',
    reason: `có người yêu cầu mật khẩu mới cho {{email}} tại ${PRODUCT_NAME}. Nếu không phải bạn, vui lòng bỏ qua: mật khẩu của bạn vẫn giữ nguyên`,
    subject: `Đặt lại mật khẩu ${PRODUCT_NAME} của bạn`,
    body: 'Chào {{username}},\n\nCó người, hy vọng là bạn, đã yêu cầu mật khẩu mới cho tài khoản của bạn. Mở liên kết để chọn mật khẩu.\n\nLiên kết chỉ dùng được một lần, trong vòng 60 phút.',
    action: { label: 'Đặt lại mật khẩu', path: '/reset-password' },
    variables: englishMails.reset_password.variables,
  },
  confirm_email: {
    label: 'Xác nhận email mới',
    reason: `chủ một tài khoản ${PRODUCT_NAME} đã nhập {{newEmail}} làm địa chỉ mới. Nếu không phải bạn, vui lòng bỏ qua`,
    subject: `Xác nhận địa chỉ email mới của bạn tại ${PRODUCT_NAME}`,
    body: 'Chào {{username}},\n\nXác nhận rằng {{newEmail}} là của bạn, và địa chỉ này sẽ thay địa chỉ cũ của tài khoản. Cho đến lúc đó địa chỉ cũ vẫn có hiệu lực.\n\n{{code}}\n\nMã và liên kết chỉ dùng được một lần, trong vòng 60 phút.',
    action: { label: 'Xác nhận địa chỉ mới', path: '/verify-email' },
    variables: englishMails.confirm_email.variables,
  },
  password_changed: {
    label: 'Mật khẩu đã đổi',
    reason: 'nội dung liên quan đến bảo mật tài khoản của bạn',
    subject: 'Mật khẩu của bạn đã được đổi',
    body: 'Chào {{username}},\n\nMật khẩu tài khoản của bạn vừa được đổi.\n\nNếu không phải bạn, vui lòng chọn mật khẩu mới ngay: mở trang đăng nhập và chọn “Quên mật khẩu?”.',
    action: { label: 'Mở trang đăng nhập', path: '/auth' },
    variables: { username },
  },
  email_changed: {
    label: 'Email đã đổi',
    reason: 'nội dung liên quan đến bảo mật tài khoản của bạn',
    subject: 'Địa chỉ email của bạn đã được đổi',
    body: 'Chào {{username}},\n\nĐịa chỉ email của tài khoản của bạn đã được đổi từ {{oldEmail}} sang {{newEmail}}.\n\nNếu không phải bạn, vui lòng viết cho chúng tôi qua biểu mẫu góp ý.',
    action: { label: 'Gửi góp ý', path: '/feedback' },
    variables: englishMails.email_changed.variables,
  },
  account_suspended: {
    label: 'Tài khoản bị đình chỉ',
    reason: 'nội dung liên quan đến tài khoản của bạn',
    subject: 'Tài khoản của bạn đã bị đình chỉ',
    body: 'Chào {{username}},\n\nTài khoản của bạn đã bị đình chỉ {{until}}.\n\nLý do: {{reason}}\n\nNếu bạn cho rằng đây là nhầm lẫn, vui lòng viết cho chúng tôi qua biểu mẫu góp ý.',
    action: { label: 'Gửi góp ý', path: '/feedback' },
    variables: {
      username,
      reason: 'Đăng nhiều lần cùng một yêu cầu',
      until: 'đến 14:00 4 thg 3, 2027 (UTC)',
    },
  },
  post_hidden: {
    label: 'Yêu cầu bị ẩn',
    reason: 'nội dung liên quan đến yêu cầu mua hàng của bạn',
    subject: 'Yêu cầu mua hàng “{{title}}” của bạn đã bị ẩn',
    body: 'Chào {{username}},\n\nYêu cầu mua hàng “{{title}}” của bạn đã bị quản trị viên ẩn, nên hiện chỉ mình bạn thấy được.\n\nLý do: {{reason}}\n\nĐiều khoản nêu rõ một yêu cầu mua hàng được phép có nội dung gì và cách phản đối.',
    action: { label: 'Mở các yêu cầu của tôi', path: '/account?tab=posts' },
    variables: { username, title, reason: 'Vi phạm quy định của sàn' },
  },
  post_unhidden: {
    label: 'Yêu cầu hiện lại',
    reason: 'nội dung liên quan đến yêu cầu mua hàng của bạn',
    subject: 'Yêu cầu mua hàng “{{title}}” của bạn đã hiện lại',
    body: 'Chào {{username}},\n\nMọi người lại thấy được yêu cầu mua hàng “{{title}}” của bạn.',
    action: { label: 'Mở các yêu cầu của tôi', path: '/account?tab=posts' },
    variables: { username, title },
  },
  feedback_answered: {
    label: 'Góp ý được trả lời',
    reason: 'bạn đã gửi góp ý cho chúng tôi',
    subject: 'Trả lời góp ý của bạn: {{subject}}',
    body: 'Chào {{username}},\n\nCảm ơn bạn đã gửi góp ý “{{subject}}”. Đây là câu trả lời của chúng tôi:\n\n{{reply}}\n\nBạn đã viết ({{reference}}):\n{{message}}',
    action: { label: `Mở ${PRODUCT_NAME}`, path: '/' },
    variables: {
      username,
      reference: 'FB-000042',
      subject: 'Lọc theo cảng',
      message: 'Có thể lọc danh sách theo cảng không?',
      reply: 'Cảm ơn bạn, việc này nằm trong danh sách của chúng tôi cho những tuần tới.',
    },
  },
  quote_received: {
    label: 'Báo giá mới',
    reason: 'có người gửi báo giá cho yêu cầu mua hàng của bạn',
    subject: '{{summary}}',
    body: 'Chào {{username}},\n\n{{message}}.\n\n{{quotes}}\n\nMở báo giá để xem mọi điều kiện, hỏi nhà cung cấp và quyết định.',
    action: { label: 'Xem báo giá', many: 'So sánh các báo giá', path: '/account?tab=posts' },
    variables: {
      username,
      title,
      message: `Bạn có báo giá mới cho yêu cầu “${title}” từ bob`,
      summary: `Báo giá mới cho “${title}”`,
      quotes:
        'Nhà cung cấp: bob\nGiá: 9 USD/kg\nSố lượng tối thiểu: 500 kg\nThời gian giao hàng: 14 ngày\nCó hiệu lực đến: 4 thg 3, 2027',
      count: '1',
    },
  },
  quote_accepted: {
    label: 'Báo giá được chấp nhận',
    reason: 'bạn đã gửi báo giá',
    subject: 'Báo giá của bạn cho “{{title}}” đã được chấp nhận',
    body: 'Chào {{username}},\n\n{{message}}.\n\nMở báo giá để thống nhất các bước tiếp theo với chủ yêu cầu.',
    action: { label: 'Xem báo giá', path: '/account?tab=quotes' },
    variables: { username, title, message: `Báo giá của bạn cho “${title}” đã được chấp nhận` },
  },
  quote_declined: {
    label: 'Báo giá bị từ chối',
    reason: 'bạn đã gửi báo giá',
    subject: 'Báo giá của bạn cho “{{title}}” đã bị từ chối',
    body: 'Chào {{username}},\n\n{{message}}',
    action: { label: 'Xem báo giá', path: '/account?tab=quotes' },
    variables: {
      username,
      title,
      message: `Báo giá của bạn cho “${title}” đã bị từ chối: Đã chọn nhà cung cấp khác`,
    },
  },
  quote_changed: {
    label: 'Báo giá được sửa, bị rút lại hoặc bị huỷ',
    reason: 'bạn đã gửi hoặc nhận báo giá',
    subject: '{{message}}',
    body: 'Chào {{username}},\n\n{{message}}',
    action: { label: 'Xem báo giá', path: '/account?tab=posts' },
    variables: { username, title, message: `bob đã sửa báo giá cho “${title}”: giá (9 USD/kg → 8.5 USD/kg)` },
  },
  message_received: {
    label: 'Tin nhắn mới',
    reason: 'có người viết cho bạn',
    subject: '{{summary}}',
    body: 'Chào {{username}},\n\n{{messages}}',
    action: { label: 'Đọc và trả lời', path: '/account' },
    variables: {
      username,
      summary: `Tin nhắn mới từ bob về “${title}”`,
      messages: `Tin nhắn mới từ bob về “${title}”`,
      count: '1',
    },
  },
  review_received: {
    label: 'Đánh giá mới',
    reason: 'có người đánh giá bạn',
    subject: '{{message}}',
    body: 'Chào {{username}},\n\n{{message}}.\n\nBạn có thể phản hồi một lần.',
    action: { label: 'Xem đánh giá', path: '/my-reviews' },
    variables: { username, message: 'bob đã đánh giá bạn 5 sao' },
  },
  question_asked: {
    label: 'Câu hỏi mới',
    reason: 'có người hỏi về yêu cầu mua hàng của bạn',
    subject: '{{summary}}',
    body: 'Chào {{username}},\n\n{{message}}:\n\n{{questions}}\n\nCâu trả lời của bạn hiện bên dưới yêu cầu, cho mọi nhà cung cấp.',
    action: { label: 'Trả lời', path: '/account?tab=posts' },
    variables: {
      username,
      title,
      message: `bob hỏi về “${title}”`,
      summary: `bob hỏi về “${title}”`,
      questions: 'bob: Có cần giấy chứng nhận xuất xứ không?',
      count: '1',
    },
  },
  question_answered: {
    label: 'Câu hỏi được trả lời',
    reason: 'bạn đã hỏi về một yêu cầu mua hàng',
    subject: 'Câu hỏi của bạn về “{{title}}” đã được trả lời',
    body: 'Chào {{username}},\n\n{{answers}}',
    action: { label: 'Mở yêu cầu', path: '/' },
    variables: {
      username,
      title,
      answers: 'Câu hỏi: Có cần giấy chứng nhận xuất xứ không?\nTrả lời: Có, cho từng container.',
      count: '1',
    },
  },
  request_changed: {
    label: 'Yêu cầu thay đổi',
    reason: 'bạn đã gửi báo giá cho yêu cầu này',
    subject: 'Yêu cầu “{{title}}” đã thay đổi',
    body: 'Chào {{username}},\n\n{{message}}.\n\nMở yêu cầu để xem những gì đã thay đổi từ khi bạn báo giá, và báo giá của bạn còn phù hợp không.',
    action: { label: 'Xem thay đổi', path: '/my-quotes' },
    variables: { username, title, message: `Yêu cầu “${title}” đã thay đổi` },
  },
  request_closed: {
    label: 'Đã đóng yêu cầu',
    reason: 'bạn đã gửi báo giá cho yêu cầu này',
    subject: 'Yêu cầu “{{title}}” đã đóng',
    body: 'Chào {{username}},\n\n{{message}}.\n\nBáo giá của bạn chỉ có thể được chấp nhận nếu yêu cầu được mở lại.',
    action: { label: 'Xem báo giá', path: '/my-quotes' },
    variables: { username, title, message: `Yêu cầu “${title}” đã đóng: Đã tìm được ở nơi khác` },
  },
  deadline_passed: {
    label: 'Hết hạn gửi báo giá',
    reason: 'bạn đã đặt hạn báo giá',
    subject: 'Hạn báo giá của “{{title}}” đã qua',
    body: 'Chào {{username}},\n\n{{message}}.\n\nHãy quyết định về các báo giá, hoặc mở lại yêu cầu với hạn mới.',
    action: { label: 'Mở yêu cầu', path: '/account?tab=posts' },
    variables: { username, title, message: `Hạn của “${title}” đã qua: 3 báo giá` },
  },
  broadcast: {
    label: `Tin từ ${PRODUCT_NAME}`,
    reason: `bạn có tài khoản tại ${PRODUCT_NAME}`,
    subject: `Tin từ ${PRODUCT_NAME}`,
    body: 'Chào {{username}},\n\n{{message}}',
    action: { label: `Mở ${PRODUCT_NAME}`, path: '/' },
    variables: { username, message: 'Bạn đã có thể lọc yêu cầu mua hàng theo cảng.' },
  },
  test: {
    label: 'Email thử',
    reason: 'bạn đã yêu cầu gửi thử',
    subject: `Email thử từ ${PRODUCT_NAME}`,
    body: 'Chào {{username}},\n\nĐây là email thử mà bạn đã yêu cầu. Việc gửi email hoạt động.',
    action: { label: 'Mở cài đặt email', path: '/admin/email-settings' },
    variables: { username },
  },
};

export const VIETNAMESE_MAIL_WORDS: MailWords = {
  because: 'Bạn nhận được email này vì {{reason}}.',
  unsubscribe: 'Huỷ đăng ký nhận hoặc chọn email bạn muốn nhận',
  somebody: 'bạn',
  until: 'đến {{moment}} (UTC)',
  forGood: 'vĩnh viễn',
  newMessages: '{{count}} tin nhắn mới',
  moreMessages: 'và {{count}} tin nhắn khác',
  newQuote: 'Báo giá mới cho “{{title}}”',
  newQuotes: '{{count}} báo giá mới cho “{{title}}”',
  supplier: 'Nhà cung cấp',
  price: 'Giá',
  quantity: 'Số lượng tối thiểu',
  deliveryTime: 'Thời gian giao hàng',
  validUntil: 'Có hiệu lực đến',
  newQuestions: '{{count}} câu hỏi mới về “{{title}}”',
  question: 'Câu hỏi',
  answer: 'Trả lời',
  more: 'và {{count}} mục khác',
};
