/**
 * Vietnamese texts of notifications that are also mailed, and of the product texts inserted into them. They are copied
 * verbatim from the page's catalogue, which a function cannot read. `{name}` is a placeholder; docs: arriving-text.ts.
 */
export const VIETNAMESE_MAIL_MESSAGES: Readonly<Record<string, string>> = {
  'New message from {username} about "{title}"': 'Tin nhắn mới từ {username} về “{title}”',
  'You have a new quote on your post "{title}" from {username}':
    'Bạn có báo giá mới cho yêu cầu “{title}” từ {username}',
  'Your quote on "{title}" was accepted': 'Báo giá của bạn cho “{title}” đã được chấp nhận',
  'Your quote on "{title}" was declined': 'Báo giá của bạn cho “{title}” đã bị từ chối',
  'Your quote on "{title}" was declined: Another supplier was chosen: {words}':
    'Báo giá của bạn cho “{title}” đã bị từ chối: Đã chọn nhà cung cấp khác: {words}',
  'Your quote on "{title}" was declined: No longer needed: {words}':
    'Báo giá của bạn cho “{title}” đã bị từ chối: Không còn cần nữa: {words}',
  'Your quote on "{title}" was declined: The delivery takes too long: {words}':
    'Báo giá của bạn cho “{title}” đã bị từ chối: Thời gian giao hàng quá dài: {words}',
  'Your quote on "{title}" was declined: The price is too high: {words}':
    'Báo giá của bạn cho “{title}” đã bị từ chối: Giá quá cao: {words}',
  'Your quote on "{title}" was declined: The quality does not fit: {words}':
    'Báo giá của bạn cho “{title}” đã bị từ chối: Chất lượng không phù hợp: {words}',
  'Your quote on "{title}" was declined: {reasonText}': 'Báo giá của bạn cho “{title}” đã bị từ chối: {reasonText}',
  '{username} cancelled the deal on "{title}": {reason}': '{username} đã huỷ giao dịch về “{title}”: {reason}',
  '{username} left you a {n}-star review': '{username} đã đánh giá bạn {n} sao',
  '{username} revised the quote on "{title}": {changesList}': '{username} đã sửa báo giá cho “{title}”: {changesList}',
  '{username} withdrew the quote on "{title}"': '{username} đã rút lại báo giá cho “{title}”',
  '{username} withdrew the quote on "{title}": {reasonText}':
    '{username} đã rút lại báo giá cho “{title}”: {reasonText}',
  '{username} asks about "{title}"': '{username} hỏi về “{title}”',
  'The request "{title}" changed': 'Yêu cầu “{title}” đã thay đổi',
  'The request "{title}" was closed: {reasonText}': 'Yêu cầu “{title}” đã đóng: {reasonText}',
  'The deadline of "{title}" has passed: {n} quote': 'Hạn của “{title}” đã qua: {n} báo giá',
  'The deadline of "{title}" has passed: {n} quotes': 'Hạn của “{title}” đã qua: {n} báo giá',
  'Your quote on "{title}" is pending again': 'Báo giá của bạn cho “{title}” đang chờ trở lại',
  'The request "{title}" is open again': 'Yêu cầu “{title}” đã mở lại',
  '{n} new request matches "{title}"': '{n} yêu cầu mới khớp với “{title}”',
  '{n} new requests match "{title}"': '{n} yêu cầu mới khớp với “{title}”',
  'The request "{title}" closes within {n} hour': 'Yêu cầu “{title}” sẽ đóng sau {n} giờ nữa',
  'The request "{title}" closes within {n} hours': 'Yêu cầu “{title}” sẽ đóng sau {n} giờ nữa',
  'No quote on "{title}" for 48 hours: add details or photos, or share its link':
    'Chưa có báo giá nào cho “{title}” sau 48 giờ: hãy bổ sung chi tiết hoặc hình ảnh, hoặc chia sẻ liên kết',
  'No quote on "{title}" for 48 hours: suppliers wait for your answer':
    'Chưa có báo giá nào cho “{title}” sau 48 giờ: nhà cung cấp đang chờ câu trả lời của bạn',
  'A question about "{title}" was answered': 'Một câu hỏi về “{title}” đã được trả lời',
  'Your quote on "{title}" was shortlisted': 'Báo giá của bạn cho “{title}” đã được đưa vào danh sách ngắn',
  'Your question about "{title}" was answered': 'Câu hỏi của bạn về “{title}” đã được trả lời',
  Awarded: 'Đã chọn được nhà cung cấp',
  'Found elsewhere': 'Đã tìm được ở nơi khác',
  'No need any more': 'Không còn nhu cầu',
  'The request was deleted': 'Yêu cầu đã bị xoá',
  'Another quote of yours was accepted': 'Một báo giá khác của bạn đã được chấp nhận',
  'Another supplier was chosen': 'Đã chọn nhà cung cấp khác',
  'No longer needed': 'Không còn cần nữa',
  'The delivery takes too long': 'Thời gian giao hàng quá dài',
  'The price is too high': 'Giá quá cao',
  'The quality does not fit': 'Chất lượng không phù hợp',
  match: 'mức độ khớp',
  price: 'giá',
  currency: 'tiền tệ',
  'minimum quantity': 'số lượng tối thiểu',
  'delivery time': 'thời gian giao hàng',
  payment: 'thanh toán',
  shipping: 'vận chuyển',
  'delivery from': 'nơi giao hàng đi',
  'delivery to': 'nơi giao hàng đến',
  'valid until': 'có hiệu lực đến',
  'valid until ({beforeDate} → {afterDate})': 'có hiệu lực đến ({beforeDate} → {afterDate})',
  description: 'mô tả',
  attachments: 'tệp đính kèm',
  images: 'hình ảnh',
  'account type': 'loại tài khoản',
  organization: 'tổ chức',
  'tax code': 'mã số thuế',
  'contact address': 'địa chỉ liên hệ',
};
