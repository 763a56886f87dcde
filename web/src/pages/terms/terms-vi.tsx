import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { QUOTE_WAIT_DAYS } from '@domain/limits.ts';
import { paths } from '@/shared/paths.ts';
import type { LegalDocument } from '@/shared/ui/legal-page/legal-page.tsx';

/** The terms of use in Vietnamese; the English version prevails. */
export const VIETNAMESE_TERMS: LegalDocument = {
  locale: 'vi',
  title: 'Điều khoản sử dụng',
  intro: (
    <>
      <p>
        Các điều khoản này là thoả thuận giữa bạn và đơn vị vận hành sàn giao dịch này. Chúng nêu rõ bạn có thể trông
        đợi gì ở sàn giao dịch, cũng như sàn giao dịch và những người dùng khác trông đợi gì ở bạn.
      </p>
      <p>
        Đây là bản dịch tiếng Việt để bạn tiện theo dõi. Nếu bản tiếng Việt và bản tiếng Anh khác nhau, bản tiếng Anh có
        giá trị áp dụng.
      </p>
    </>
  ),
  sections: [
    {
      id: 'who-may-use-it',
      title: 'Ai được sử dụng sàn giao dịch',
      body: (
        <>
          <p>
            Sàn giao dịch dành cho hoạt động thương mại giữa các doanh nghiệp. Bạn được sử dụng nếu bạn hành động thay
            mặt một công ty, một tổ chức hoặc cho hoạt động kinh doanh của chính mình, từ đủ 18 tuổi và có quyền giao
            kết hợp đồng. Bất kỳ ai cũng có thể xem và tìm kiếm yêu cầu mua hàng mà không cần tài khoản; việc đăng yêu
            cầu, gửi báo giá, thích, đánh giá và gửi tin nhắn thì cần có tài khoản.
          </p>
          <p>
            Hãy cung cấp thông tin đúng sự thật khi đăng ký và giữ cho thông tin luôn được cập nhật. Mỗi người chỉ có
            một tài khoản. Bạn chịu trách nhiệm về những gì được thực hiện bằng tài khoản của mình: hãy chọn một mật
            khẩu mà bạn không dùng ở nơi nào khác và báo ngay cho chúng tôi nếu có thể người khác đã biết mật khẩu đó.
          </p>
        </>
      ),
    },
    {
      id: 'purchase-requests',
      title: 'Yêu cầu mua hàng',
      body: (
        <>
          <p>Yêu cầu mua hàng nêu điều bạn thực sự định mua. Yêu cầu mua hàng phải</p>
          <ul>
            <li>mô tả hàng hoá hoặc dịch vụ mà bạn cần, trong danh mục nơi nhà cung cấp tìm kiếm chúng;</li>
            <li>nêu quốc gia và địa chỉ giao hàng;</li>
            <li>chỉ được đăng một lần: không đăng lại cùng một yêu cầu để đưa nó lên đầu danh sách;</li>
            <li>chỉ chứa những hình ảnh mà bạn được phép đăng.</li>
          </ul>
          <p>
            Bạn có thể sửa, ẩn và xoá yêu cầu của mình bất cứ lúc nào. Việc xoá là vĩnh viễn. Các báo giá mà bạn đã nhận
            vẫn thuộc về những nhà cung cấp đã viết chúng, cùng với tiêu đề của yêu cầu.
          </p>
        </>
      ),
    },
    {
      id: 'quotes',
      title: 'Báo giá',
      body: (
        <>
          <p>
            Báo giá là lời chào hàng gửi đến người mua của một yêu cầu. Chỉ người mua đó và bạn đọc được báo giá. Chỉ
            báo giá những gì bạn có thể giao, đúng với giá, số lượng và thời gian giao hàng mà bạn nêu.
          </p>
          <ul>
            <li>Bạn không thể gửi báo giá cho yêu cầu của chính mình.</li>
            <li>Cứ mỗi {QUOTE_WAIT_DAYS} ngày, bạn có thể gửi một báo giá cho một yêu cầu.</li>
            <li>
              Thông tin liên hệ như địa chỉ email không thuộc về các trường của báo giá; đã có tin nhắn để hai bên trao
              đổi với nhau.
            </li>
            <li>
              Người gửi báo giá thay mặt một tổ chức phải nêu tên và mã số thuế của tổ chức đó, và phải có quyền đại
              diện cho tổ chức đó.
            </li>
            <li>Tài liệu đính kèm phải là tài liệu bạn có quyền chia sẻ và không chứa mã độc.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'messages',
      title: 'Tin nhắn',
      body: (
        <>
          <p>
            Người mua và nhà cung cấp của một báo giá có thể nhắn tin cho nhau về báo giá đó và gửi tệp. Chỉ hai bên đọc
            được nội dung trao đổi. Bạn có thể sửa hoặc xoá tin nhắn trong một thời gian ngắn sau khi gửi; tin nhắn đã
            xoá vẫn hiển thị là đã xoá.
          </p>
          <p>
            Chỉ viết về giao dịch: không quảng cáo, không đòi thanh toán trước khi có thoả thuận, không xúc phạm người
            khác.
          </p>
        </>
      ),
    },
    {
      id: 'not-allowed',
      title: 'Những điều không được phép',
      body: (
        <ul>
          <li>
            hàng hoá và dịch vụ bất hợp pháp tại nơi chúng được chào bán, được yêu cầu hoặc được giao; hàng trộm cắp;
            hàng giả;
          </li>
          <li>
            vũ khí, ma tuý, và hàng hoá thuộc diện trừng phạt hoặc kiểm soát xuất khẩu mà không có giấy phép cần thiết;
          </li>
          <li>nội dung sai sự thật, gây hiểu lầm hoặc xúc phạm, và nội dung xâm phạm quyền của người khác;</li>
          <li>quảng cáo không đáp ứng yêu cầu nào, thư dây chuyền và việc đòi thanh toán trước khi có giao dịch;</li>
          <li>
            thu thập dữ liệu của người dùng khác, hoặc đọc sàn giao dịch bằng máy vượt quá những gì giao diện lập trình
            cho phép;
          </li>
          <li>tìm cách vượt qua các giới hạn, lệnh cấm hoặc biện pháp bảo vệ kỹ thuật.</li>
        </ul>
      ),
    },
    {
      id: 'deals',
      title: 'Giao dịch là giữa bạn và bên kia',
      body: (
        <p>
          Sàn giao dịch kết nối người mua và nhà cung cấp. Sàn giao dịch không phải là một bên trong giao dịch của họ,
          không kiểm tra các lời chào hàng, không xử lý việc thanh toán hay giao hàng, và không bảo đảm cho những việc
          đó. Hãy tìm hiểu kỹ đối tác của bạn, thoả thuận bằng văn bản, và tuân thủ các quy định về thuế, hải quan và
          pháp luật áp dụng cho hoạt động thương mại của bạn.
        </p>
      ),
    },
    {
      id: 'reviews',
      title: 'Lượt thích, đánh giá và điểm đánh giá',
      body: (
        <p>
          Đánh giá kể về trải nghiệm của chính bạn với người được đánh giá. Bạn có thể viết một đánh giá cho mỗi người,
          không bao giờ cho chính mình, và có thể sửa hoặc xoá đánh giá đó trong 30 ngày. Người được đánh giá có thể
          phản hồi một lần. “Đã trao đổi báo giá” cho biết giữa hai người đã có một báo giá, “Giao dịch đã xác minh” cho
          biết báo giá đó đã được chấp nhận. Không được phép mua, bán hoặc trao đổi đánh giá. Điểm đánh giá là trung
          bình cộng đơn giản của các đánh giá mà một người đã nhận và không bị ẩn.
        </p>
      ),
    },
    {
      id: 'moderation',
      title: 'Kiểm duyệt và khiếu nại',
      body: (
        <>
          <p>
            Một bộ lọc xem xét những gì được viết: yêu cầu, báo giá, tin nhắn, đánh giá và hồ sơ. Bộ lọc có thể từ chối
            một văn bản, che một phần của nó như số điện thoại, hoặc đánh dấu để một người xem xét. Không ai bị đình chỉ
            chỉ vì bộ lọc.
          </p>
          <p>
            Chúng tôi có thể ẩn nội dung vi phạm các điều khoản này. Chủ nội dung thấy rằng nội dung bị ẩn và lý do, và
            không thể tự mình hiển thị lại. Nếu bạn cho rằng đó là nhầm lẫn, hãy viết cho chúng tôi qua{' '}
            <Anchor component={Link} to={paths.feedback}>
              biểu mẫu góp ý
            </Anchor>{' '}
            trong vòng 30 ngày và cho biết nội dung nào. Một người không đưa ra quyết định ban đầu sẽ xem xét lại và trả
            lời bạn.
          </p>
          <p>Hãy dùng cùng biểu mẫu đó để báo cáo nội dung không nên có ở đây.</p>
        </>
      ),
    },
    {
      id: 'suspension',
      title: 'Đình chỉ và chấm dứt tài khoản',
      body: (
        <p>
          Chúng tôi có thể đình chỉ một tài khoản trong một thời gian, hoặc vĩnh viễn khi vi phạm nghiêm trọng hoặc lặp
          lại. Bạn được thông báo lý do qua email và có thể khiếu nại như mô tả ở trên. Những gì quản trị viên thực hiện
          đối với tài khoản và nội dung đều được ghi lại. Bạn có thể chấm dứt tài khoản của mình bất cứ lúc nào; dữ liệu
          của bạn khi đó được xử lý thế nào được nêu trong{' '}
          <Anchor component={Link} to={paths.privacy}>
            chính sách quyền riêng tư
          </Anchor>
          .
        </p>
      ),
    },
    {
      id: 'mails',
      title: 'Thông báo và email',
      body: (
        <p>
          Chúng tôi cho bạn biết trên sàn giao dịch, và một phần qua email, những gì diễn ra với yêu cầu, báo giá, tin
          nhắn và đánh giá của bạn. Những email không cần thiết cho tài khoản của bạn hoặc cho một quyết định về tài
          khoản đều có liên kết để ngừng nhận. Bạn có thể gọi sàn giao dịch từ chương trình của riêng mình, trong các
          giới hạn mà giao diện lập trình nêu ra.
        </p>
      ),
    },
    {
      id: 'your-content',
      title: 'Nội dung của bạn',
      body: (
        <p>
          Những gì bạn đăng vẫn là của bạn. Bạn cho phép chúng tôi lưu trữ, hiển thị nội dung đó cho những người mà nội
          dung hướng đến và tạo các bản sao nhỏ hơn của hình ảnh, trong thời gian nội dung còn trên sàn giao dịch và chỉ
          để vận hành sàn giao dịch.
        </p>
      ),
    },
    {
      id: 'liability',
      title: 'Tính sẵn sàng và trách nhiệm pháp lý',
      body: (
        <>
          <p>
            Chúng tôi nỗ lực giữ cho sàn giao dịch luôn sẵn sàng và dữ liệu của bạn được an toàn, nhưng không thể cam
            kết rằng sàn giao dịch luôn không có gián đoạn và lỗi.
          </p>
          <p>
            Chúng tôi chịu trách nhiệm không giới hạn đối với lỗi cố ý và lỗi vô ý nghiêm trọng, và đối với thiệt hại về
            tính mạng, thân thể hoặc sức khoẻ. Đối với lỗi vô ý nhẹ, chúng tôi chỉ chịu trách nhiệm khi một nghĩa vụ cơ
            bản bị vi phạm, và khi đó chỉ đối với thiệt hại có thể lường trước và điển hình cho loại hợp đồng như vậy.
            Các quyền mà pháp luật trao cho bạn và không thể loại trừ vẫn được giữ nguyên.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'Thay đổi các điều khoản này',
      body: (
        <p>
          Chúng tôi có thể thay đổi các điều khoản này khi sản phẩm hoặc pháp luật thay đổi. Mỗi phiên bản đều ghi ngày.
          Khi bạn có tài khoản, một thông báo trên mọi trang sẽ đề nghị bạn đọc và chấp nhận phiên bản mới; phiên bản
          bạn đã chấp nhận và thời điểm chấp nhận được lưu cùng tài khoản của bạn. Nếu không đồng ý với một phiên bản
          mới, bạn có thể chấm dứt tài khoản của mình.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Liên hệ',
      body: (
        <p>
          Câu hỏi về các điều khoản này có thể gửi đến chúng tôi qua{' '}
          <Anchor component={Link} to={paths.feedback}>
            biểu mẫu góp ý
          </Anchor>
          , dù bạn có tài khoản hay không. Nếu một trong các quy định này không có hiệu lực, các quy định khác vẫn có
          hiệu lực.
        </p>
      ),
    },
  ],
};
