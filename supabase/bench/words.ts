/** Words of the made-up posts: what is traded, how, and where, in English and Vietnamese. */

export const GOODS = [
  'cotton shirts', 'green coffee', 'steel pipes', 'hot rolled coil', 'rice ST25', 'black pepper', 'cashew nuts', 'frozen shrimp',
  'office chairs', 'glass jars', 'solar panels', 'hydraulic pumps', 'gear blanks', 'circuit boards', 'laptop batteries', 'LED lamps',
  'denim fabric', 'combed yarn', 'leather shoes', 'canvas bags', 'corrugated boxes', 'stretch film', 'forklifts', 'truck tyres',
  'brake discs', 'engine oil', 'ball valves', 'copper wire', 'aluminium windows', 'facing bricks', 'floor tiles', 'plywood sheets',
  'hospital beds', 'surgical masks', 'dialysis filters', 'school desks', 'web hosting', 'payroll software', 'legal advice',
  'customs clearance', 'cold storage', 'container transport', 'sea freight', 'market research', 'cà phê rang xay', 'gạo thơm',
  'hạt điều', 'tôm đông lạnh', 'cá tra phi lê', 'thép tấm', 'thép xây dựng', 'ống nhựa', 'gạch men', 'xi măng trắng', 'vải dệt kim',
  'áo sơ mi', 'giày da', 'túi vải', 'bao bì giấy', 'bàn ghế gỗ', 'đồ gỗ nội thất', 'máy nén khí', 'máy bơm nước', 'đèn chiếu sáng',
  'pin năng lượng', 'linh kiện điện tử', 'phân bón hữu cơ', 'hồ tiêu đen', 'trái cây sấy', 'nước mắm', 'mật ong rừng', 'tinh dầu sả',
  'dịch vụ kho bãi', 'vận tải đường biển', 'thiết kế nhà xưởng', 'phần mềm kế toán', 'đồng phục học sinh', 'khẩu trang y tế',
] as const;

export const WORDS = [
  'needed', 'monthly', 'weekly', 'urgent', 'export', 'import', 'certified', 'organic', 'recycled', 'tested', 'packed', 'loose', 'bulk',
  'pallet', 'container', 'carton', 'sample', 'grade', 'standard', 'premium', 'warranty', 'inspection', 'supplier', 'factory', 'price',
  'offer', 'payment', 'deposit', 'insurance', 'customs', 'harbour', 'warehouse', 'assembly', 'spare', 'parts', 'maintenance', 'drawing',
  'tolerance', 'thickness', 'diameter', 'length', 'width', 'weight', 'colour', 'white', 'black', 'blue', 'natural', 'coated', 'galvanised',
  'moisture', 'protein', 'season', 'harvest', 'fresh', 'frozen', 'dried', 'washed', 'long', 'short', 'term', 'contract', 'annual', 'framework',
  'tender', 'budget', 'approval', 'certificate', 'origin', 'brand', 'private', 'label', 'barcode', 'halal', 'kosher', 'fairtrade', 'vegan',
  'cần', 'mua', 'gấp', 'số', 'lượng', 'lớn', 'hàng', 'tháng', 'giá', 'tốt', 'nhà', 'máy', 'uy', 'tín', 'giao', 'tận', 'nơi', 'xuất', 'khẩu',
  'nhập', 'kho', 'bảo', 'hành', 'chứng', 'nhận', 'nguồn', 'gốc', 'đóng', 'gói', 'theo', 'yêu', 'cầu', 'mẫu', 'thử', 'thanh', 'toán', 'đặt',
  'cọc', 'hợp', 'đồng', 'dài', 'hạn', 'tiêu', 'chuẩn', 'loại', 'một', 'trắng', 'đen', 'xanh', 'tươi', 'khô', 'sạch', 'mới', 'nguyên', 'liệu',
] as const;

/** Parts of which brand names are put together: the long tail of a real vocabulary. */
export const SYLLABLES = ['ka', 'ro', 'vel', 'tan', 'mi', 'sol', 'dur', 'pex', 'lo', 'gra', 'fen', 'wick', 'zo', 'bri', 'nam', 'que', 'tor', 'lys', 'har', 'und'] as const;

export const PLACES = [
  'Hải Phòng', 'Đà Nẵng', 'Thành phố Hồ Chí Minh', 'Hà Nội', 'Cần Thơ', 'Rotterdam', 'Hamburg', 'Singapore', 'Los Angeles', 'Houston',
  'Busan', 'Yokohama', 'Mumbai', 'Lagos', 'Santos', 'Felixstowe', 'Antwerp', 'Genoa', 'Valencia', 'Casablanca',
] as const;

/** Countries of buyers, the most frequent first. */
export const COUNTRIES = [
  'vn', 'us', 'de', 'fr', 'jp', 'kr', 'cn', 'in', 'gb', 'nl', 'it', 'es', 'br', 'mx', 'ca', 'au', 'sg', 'my', 'th', 'id', 'ph', 'pl', 'se', 'no',
  'dk', 'fi', 'be', 'at', 'ch', 'pt', 'gr', 'tr', 'eg', 'ma', 'ng', 'ke', 'za', 'ae', 'sa', 'il',
] as const;

/** Words that the searches of the measurement look for: post number n has one when n % oneIn is `at`. */
export const PLANTED = [
  { text: 'wolfram', oneIn: 100_000, at: 4_999 },
  { text: 'bearings', oneIn: 1_000, at: 7 },
  { text: 'quế chi', oneIn: 250, at: 77 },
  { text: 'ceramic', oneIn: 33, at: 5 },
  { text: 'delivery', oneIn: 3, at: 1 },
  { text: 'quality', oneIn: 2, at: 1 },
] as const;
