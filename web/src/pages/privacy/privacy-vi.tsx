import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import type { LegalDocument } from '@/shared/ui/legal-page/legal-page.tsx';

/** The privacy policy in Vietnamese; the English version prevails. */
export const VIETNAMESE_PRIVACY: LegalDocument = {
  locale: 'vi',
  title: 'Chính sách quyền riêng tư',
  intro: (
    <>
      <p>Sàn giao dịch này biết gì về bạn, vì sao, trong bao lâu, và bạn có thể làm gì với những thông tin đó.</p>
      <p>
        Đây là bản dịch tiếng Việt để bạn tiện theo dõi. Nếu bản tiếng Việt và bản tiếng Anh khác nhau, bản tiếng Anh có
        giá trị áp dụng.
      </p>
    </>
  ),
  sections: [
    {
      id: 'responsible',
      title: 'Ai chịu trách nhiệm',
      body: (
        <p>
          Đơn vị vận hành sàn giao dịch này chịu trách nhiệm về dữ liệu của bạn. Bạn liên hệ với chúng tôi qua{' '}
          <Anchor component={Link} to={paths.feedback}>
            biểu mẫu góp ý
          </Anchor>
          .
        </p>
      ),
    },
    {
      id: 'data',
      title: 'Chúng tôi lưu giữ gì và ai xem được',
      body: (
        <table>
          <thead>
            <tr>
              <th scope="col">Loại</th>
              <th scope="col">Dữ liệu</th>
              <th scope="col">Ai xem được</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Hồ sơ công khai</th>
              <td>Tên người dùng, ảnh, quốc gia, tên công ty, mô tả, ngày tham gia</td>
              <td>Mọi người; điểm đánh giá của bạn chỉ dành cho người dùng đã đăng nhập</td>
            </tr>
            <tr>
              <th scope="row">Tài khoản</th>
              <td>
                Email, họ và tên, số điện thoại, địa chỉ, tổ chức, mã số thuế, vai trò, việc đình chỉ, ngôn ngữ, điều
                khoản đã chấp nhận và thời điểm chấp nhận
              </td>
              <td>
                Bạn và quản trị viên; email, họ tên, số điện thoại, địa chỉ, tổ chức và mã số thuế thì thêm bên kia của
                một báo giá đã được chấp nhận
              </td>
            </tr>
            <tr>
              <th scope="row">Mật khẩu</th>
              <td>Chỉ một mã băm có thêm muối, không bao giờ là chính mật khẩu</td>
              <td>Không ai</td>
            </tr>
            <tr>
              <th scope="row">Yêu cầu mua hàng</th>
              <td>
                Tiêu đề, mô tả, danh mục, quốc gia, khu vực, địa chỉ giao hàng, cảng, hình ảnh, thời điểm, số lượt thích
                và số báo giá
              </td>
              <td>Mọi người; yêu cầu bị ẩn chỉ bạn và quản trị viên</td>
            </tr>
            <tr>
              <th scope="row">Báo giá</th>
              <td>
                Mọi trường của báo giá, tài liệu đính kèm, tổ chức và mã số thuế nếu bạn báo giá thay mặt một tổ chức
              </td>
              <td>Bạn và người mua</td>
            </tr>
            <tr>
              <th scope="row">Tin nhắn</th>
              <td>
                Nội dung, tệp đính kèm, thời điểm gửi, sửa, xoá và đọc; nội dung của tin nhắn đã xoá không còn được lưu
              </td>
              <td>Bạn và bên kia của báo giá</td>
            </tr>
            <tr>
              <th scope="row">Lượt thích</th>
              <td>Bạn thích những yêu cầu nào</td>
              <td>Bạn; mọi người chỉ thấy số lượng</td>
            </tr>
            <tr>
              <th scope="row">Đánh giá</th>
              <td>Số sao, nhận xét, phản hồi, ai viết về ai, khi nào</td>
              <td>Người dùng đã đăng nhập; đánh giá bị ẩn chỉ hai bên và quản trị viên</td>
            </tr>
            <tr>
              <th scope="row">Thông báo</th>
              <td>Nội dung, thông báo về việc gì, bạn đã đọc hay chưa</td>
              <td>Bạn</td>
            </tr>
            <tr>
              <th scope="row">Góp ý</th>
              <td>
                Loại góp ý, chủ đề, nội dung, hình ảnh, email của bạn, trang nơi góp ý được gửi, loại trình duyệt, ghi
                chú và câu trả lời của chúng tôi
              </td>
              <td>Quản trị viên</td>
            </tr>
            <tr>
              <th scope="row">Tin tức và sự kiện</th>
              <td>Những gì chúng tôi đăng, và quản trị viên nào đã viết</td>
              <td>Mọi người; tác giả chỉ quản trị viên</td>
            </tr>
            <tr>
              <th scope="row">Email đã gửi</th>
              <td>
                Địa chỉ, loại email, email về việc gì, thời điểm gửi và email có đến nơi hay không; những email bạn
                không muốn nhận
              </td>
              <td>Quản trị viên, với địa chỉ được che</td>
            </tr>
            <tr>
              <th scope="row">Bộ lọc nội dung</th>
              <td>
                Văn bản khớp quy tắc nào, ở đâu, và với văn bản bị đánh dấu, hoặc văn bản công khai khớp một quy tắc
                chạy thử, thì nhiều nhất 60 ký tự quanh chỗ khớp đầu tiên; với văn bản bị từ chối chỉ lưu việc nó bị từ
                chối; với văn bản bị che thì lưu bản gốc, không ai đọc được
              </td>
              <td>Quản trị viên; mỗi lần xem nội dung của một báo giá hoặc tin nhắn đều được ghi lại</td>
            </tr>
            <tr>
              <th scope="row">Nhật ký của quản trị viên</th>
              <td>Quản trị viên đã làm gì với tài khoản hoặc nội dung nào, khi nào, và trước và sau đó thế nào</td>
              <td>Quản trị viên; không ai sửa được</td>
            </tr>
            <tr>
              <th scope="row">Chống lạm dụng</th>
              <td>Một tài khoản, địa chỉ email hoặc địa chỉ mạng đã thực hiện việc bị giới hạn bao nhiêu lần</td>
              <td>Không ai; chỉ các quy tắc sử dụng</td>
            </tr>
            <tr>
              <th scope="row">Nơi đăng nhập</th>
              <td>Bạn đăng nhập từ mạng nào và bằng trình duyệt nào, để tìm các tài khoản của cùng một người</td>
              <td>Quản trị viên, dưới dạng danh sách tài khoản có chung nơi; không ai thấy mạng đó</td>
            </tr>
            <tr>
              <th scope="row">Tìm kiếm không có kết quả</th>
              <td>Nội dung được tìm và số lần trong một ngày, không lưu ai đã tìm; không có địa chỉ hay con số</td>
              <td>Quản trị viên</td>
            </tr>
            <tr>
              <th scope="row">Lượt truy cập không có tài khoản</th>
              <td>Một số ngẫu nhiên cho phiên trình duyệt, trang đầu tiên được mở, trang mà bạn đến từ đó</td>
              <td>Quản trị viên, dưới dạng số lượng</td>
            </tr>
          </tbody>
        </table>
      ),
    },
    {
      id: 'purposes',
      title: 'Chúng tôi sử dụng dữ liệu để làm gì',
      body: (
        <ul>
          <li>
            để vận hành sàn giao dịch cho bạn: tài khoản, yêu cầu, báo giá, tin nhắn và thông báo của bạn (hợp đồng giữa
            chúng tôi và bạn);
          </li>
          <li>
            để gửi cho bạn những email mà tài khoản của bạn cần, và những email về giao dịch của bạn cho đến khi bạn
            ngừng nhận (hợp đồng giữa chúng tôi và bạn);
          </li>
          <li>
            để bảo vệ sàn giao dịch: giới hạn số lần thực hiện một việc, bộ lọc đọc những gì được viết, kiểm duyệt, và
            nhật ký những gì quản trị viên thực hiện (lợi ích chính đáng của chúng tôi);
          </li>
          <li>để trả lời góp ý của bạn (lợi ích chính đáng của chúng tôi, hoặc đề nghị của bạn);</li>
          <li>để chứng minh bạn đã chấp nhận điều khoản nào và khi nào (lợi ích chính đáng của chúng tôi);</li>
          <li>
            để hiểu có bao nhiêu người truy cập, trang nào đưa họ đến đây và họ không tìm thấy gì (lợi ích chính đáng
            của chúng tôi);
          </li>
          <li>
            để đo xem quảng cáo có dẫn đến việc đăng ký, đăng yêu cầu và gửi báo giá hay không, chỉ khi đơn vị vận hành
            đã đặt thẻ quảng cáo trên trang (sự đồng ý của bạn).
          </li>
        </ul>
      ),
    },
    {
      id: 'browser-storage',
      title: 'Cookie và bộ nhớ trong trình duyệt của bạn',
      body: (
        <>
          <p>Sàn giao dịch chỉ lưu giữ những gì cần thiết để hoạt động:</p>
          <table>
            <thead>
              <tr>
                <th scope="col">Nội dung</th>
                <th scope="col">Nơi lưu</th>
                <th scope="col">Trong bao lâu</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Phiên đăng nhập của bạn</th>
                <td>Bộ nhớ cục bộ nếu chọn “Ghi nhớ đăng nhập”, nếu không thì bộ nhớ phiên</td>
                <td>Cho đến khi bạn đăng xuất, hoặc cho đến khi trình duyệt được đóng</td>
              </tr>
              <tr>
                <th scope="row">
                  Một bản sao hồ sơ công khai của bạn cùng tổ chức và mã số thuế, để điền sẵn vào báo giá
                </th>
                <td>Bộ nhớ cục bộ</td>
                <td>Cho đến khi bạn đăng xuất</td>
              </tr>
              <tr>
                <th scope="row">Điều mà một thông báo cần hiển thị cho bạn</th>
                <td>Bộ nhớ cục bộ</td>
                <td>Cho đến khi đã hiển thị, hoặc cho đến khi bạn đăng xuất</td>
              </tr>
              <tr>
                <th scope="row">Bản nháp của yêu cầu và báo giá</th>
                <td>Bộ nhớ cục bộ</td>
                <td>Cho đến khi được gửi</td>
              </tr>
              <tr>
                <th scope="row">Ngôn ngữ, giao diện sáng hoặc tối, và danh sách hiển thị dạng thẻ, dòng hay bảng</th>
                <td>Bộ nhớ cục bộ</td>
                <td>Cho đến khi bạn thay đổi</td>
              </tr>
              <tr>
                <th scope="row">Số ngẫu nhiên của một lượt truy cập, và việc lượt truy cập đã được đếm</th>
                <td>Bộ nhớ phiên</td>
                <td>Cho đến khi trình duyệt được đóng</td>
              </tr>
              <tr>
                <th scope="row">Vị trí bạn đã cuộn đến trên một trang, để mở lại đúng chỗ đó khi bạn quay lại</th>
                <td>Bộ nhớ phiên</td>
                <td>Cho đến khi trình duyệt được đóng</td>
              </tr>
              <tr>
                <th scope="row">Điều bạn yêu cầu trước khi đăng nhập, để mở ra sau đó</th>
                <td>Bộ nhớ cục bộ</td>
                <td>Cho đến khi đã được mở, hoặc bị bỏ qua; nhiều nhất nửa giờ</td>
              </tr>
              <tr>
                <th scope="row">Địa chỉ đang chờ xác minh</th>
                <td>Bộ nhớ phiên, cùng thời điểm của mã gần nhất</td>
                <td>Cho đến khi đã xác minh, hoặc cho đến khi trình duyệt được đóng</td>
              </tr>
              <tr>
                <th scope="row">Cookie phiên của các chương trình sử dụng giao diện lập trình của chúng tôi</th>
                <td>Cookie mà mã kịch bản không đọc được</td>
                <td>Cho đến khi đăng xuất, hoặc theo lựa chọn “Ghi nhớ đăng nhập”</td>
              </tr>
            </tbody>
          </table>
          <p>Phông chữ và mã kịch bản đến từ chính sàn giao dịch, không phải từ máy chủ khác.</p>
        </>
      ),
    },
    {
      id: 'processors',
      title: 'Ai hỗ trợ chúng tôi',
      body: (
        <ul>
          <li>nhà cung cấp cơ sở dữ liệu, dịch vụ đăng nhập và lưu trữ tệp, nơi lưu giữ mọi dữ liệu nêu trên;</li>
          <li>
            nhà cung cấp các máy chủ phân phối trang, nơi thấy được địa chỉ mạng mà trình duyệt của bạn kết nối từ đó;
          </li>
          <li>nhà cung cấp dịch vụ gửi email của chúng tôi, nơi biết địa chỉ email của bạn và nội dung email;</li>
          <li>
            một nhà cung cấp danh tính bên ngoài, chỉ khi bạn chọn đăng nhập bằng dịch vụ đó: họ cho chúng tôi biết địa
            chỉ email, tên và ảnh của bạn.
          </li>
        </ul>
      ),
    },
    {
      id: 'retention',
      title: 'Chúng tôi lưu giữ trong bao lâu',
      body: (
        <ul>
          <li>tài khoản của bạn và những gì bạn đăng: cho đến khi bạn xoá hoặc chấm dứt tài khoản của mình;</li>
          <li>
            báo giá cho một yêu cầu đã xoá, và tin nhắn về các báo giá đó: vẫn thuộc về cả hai bên, cùng với tiêu đề của
            yêu cầu; khi một tài khoản bị xoá, nội dung của báo giá, nội dung tin nhắn và đánh giá vẫn còn cho người đọc
            của chúng, không kèm tên, công ty, địa chỉ và tệp;
          </li>
          <li>
            hình ảnh, tài liệu và tệp của tin nhắn: cho đến khi nội dung mà chúng thuộc về, hoặc tài khoản đã tải chúng
            lên, bị xoá, và nhiều nhất một ngày sau đó;
          </li>
          <li>thông báo: 90 ngày;</li>
          <li>lượt truy cập không có tài khoản, tìm kiếm không có kết quả và nơi đăng nhập: 90 ngày;</li>
          <li>nhật ký gửi email, và những gì bộ lọc nội dung tìm thấy: 30 ngày;</li>
          <li>góp ý: cho đến khi chúng tôi đã xử lý và xoá;</li>
          <li>số đếm dùng để chống lạm dụng: nhiều nhất vài ngày;</li>
          <li>câu trả lời cho các lời gọi lặp lại của chương trình: 24 giờ;</li>
          <li>nhật ký những gì quản trị viên đã thực hiện: 2 năm.</li>
        </ul>
      ),
    },
    {
      id: 'rights',
      title: 'Quyền của bạn và cách thực hiện',
      body: (
        <>
          <p>
            Bạn có quyền xem dữ liệu của mình, yêu cầu chỉnh sửa, xoá hoặc chuyển giao dữ liệu theo một định dạng phổ
            biến, và phản đối hoặc hạn chế việc sử dụng dữ liệu. Những gì bạn có thể rút lại, như sự đồng ý, bạn có thể
            rút lại bất cứ lúc nào đối với thời gian về sau.
          </p>
          <p>
            Bạn có thể tự thực hiện phần lớn việc đó trong hồ sơ và các yêu cầu của mình. Với những việc khác, hãy viết
            cho chúng tôi qua{' '}
            <Anchor component={Link} to={paths.feedback}>
              biểu mẫu góp ý
            </Anchor>{' '}
            từ địa chỉ email của tài khoản; chúng tôi trả lời trong vòng một tháng. Bạn cũng có thể khiếu nại đến cơ
            quan bảo vệ dữ liệu của quốc gia bạn.
          </p>
        </>
      ),
    },
    {
      id: 'security',
      title: 'Chúng tôi bảo vệ dữ liệu thế nào',
      body: (
        <p>
          Các kết nối được mã hoá. Chính cơ sở dữ liệu quyết định đối với từng dòng dữ liệu ai được đọc hoặc sửa. Tài
          liệu của báo giá và tin nhắn nằm trong kho riêng tư và được mở bằng các liên kết hết hạn sau một thời gian
          ngắn. Mật khẩu chỉ được lưu dưới dạng mã băm. Việc đổi mật khẩu qua email kết thúc mọi phiên đăng nhập, và bạn
          nhận được một email về việc đó.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Thay đổi',
      body: (
        <p>
          Khi chúng tôi lưu giữ dữ liệu khác hoặc sử dụng dữ liệu theo cách khác, trang này thay đổi và có ngày mới. Khi
          bạn có tài khoản, một thông báo trên mọi trang sẽ cho bạn biết cho đến khi bạn đã chấp nhận phiên bản mới.
        </p>
      ),
    },
  ],
};
